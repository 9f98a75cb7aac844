import { clark } from '../../xml/reader/names.ts';
import type { AttributeUse, Wildcard } from '../model/model.ts';

/** Attributes of a type or an attribute group while they are collected. Keys are Clark names. */
export interface AttributeSet {
  readonly uses: Map<string, AttributeUse>;
  /** use="prohibited": matters only to a restriction. */
  readonly prohibited: Set<string>;
  /** Absent where no anyAttribute was seen. */
  wildcard?: Wildcard;
}

export function attributeSet(uses: readonly AttributeUse[] = [], wildcard?: Wildcard): AttributeSet {
  return { uses: new Map(uses.map((use) => [clark(use.name), use])), prohibited: new Set(), wildcard };
}
