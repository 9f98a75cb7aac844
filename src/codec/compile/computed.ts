// Members that JSON has beside those of the type.

import { bytesOf } from '../../bytes/buffer.ts';
import type { AttributeTable, Computed, ComputedTable } from '../model/tables.ts';
import type { TypePresenter } from '../presentation/type-presenter.ts';

/** `attributes`: by JSON name. A member with a hole that is none of them is never written; the mapping has refused it. */
export function computedOf(
  presenter: TypePresenter | undefined,
  attributes: ReadonlyMap<string, AttributeTable>,
): Computed | undefined {
  const definitions = presenter?.computed;
  if (definitions === undefined || definitions.size === 0) return undefined;
  const members: ComputedTable[] = [];
  for (const [key, member] of definitions) {
    const holes = member?.holes.flatMap(({ attribute, encode, texts }) => {
      const attributeTable = attributes.get(attribute) ?? attributes.get(`@${attribute}`);
      return attributeTable ? [{ attribute: attributeTable, encode, texts }] : [];
    });
    if (member === undefined || holes === undefined || holes.length < member.holes.length) continue;
    members.push({ keyBytes: bytesOf(`${JSON.stringify(key)}:`), pieces: member.pieces.map(bytesOf), holes });
  }
  return { names: new Set(definitions.keys()), members };
}
