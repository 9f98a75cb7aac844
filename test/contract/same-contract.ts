// Are two contracts the same? Not what they say alone: their graphs.
import type { Contract } from '../../src/contract/model/contract.ts';

/**
 * Compares two graphs node by node, and that components are shared in the same places. Answers the paths that differ. `except`: names of
 * fields that may.
 */
export function differences(a: Contract, b: Contract, except: readonly string[] = []): string[] {
  const found: string[] = [];
  const partner = new Map<object, object>();
  const waiting: [unknown, unknown, string][] = [
    [a.operations, b.operations, 'operations'],
    ...(except.includes('files') ? [] : [[a.files, b.files, 'files'] as [unknown, unknown, string]]),
    [a.schemas.namespaces, b.schemas.namespaces, 'namespaces'],
    [[...a.schemas.types], [...b.schemas.types], 'types'],
    [[...a.schemas.elements], [...b.schemas.elements], 'elements'],
    [[...a.schemas.attributes], [...b.schemas.attributes], 'attributes'],
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [x, y, path] = next;
    if (!isObject(x) || !isObject(y)) {
      if (x !== y) found.push(path);
      continue;
    }
    const known = partner.get(x);
    if (known !== undefined && isComponent(x) && known !== y) found.push(`${path} is not shared`);
    if (known !== undefined) continue;
    partner.set(x, y);
    if (keys(x).join() !== keys(y).join()) found.push(`${path}: ${keys(x)} became ${keys(y)}`);
    for (const k of keys(x)) if (!except.includes(k)) waiting.push([x[k], y[k], `${path}.${k}`]);
  }
  return found;
}

function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null;
}

function keys(x: Record<string, unknown>): string[] {
  return Object.keys(x)
    .filter((k) => x[k] !== undefined)
    .sort();
}

/** Identity matters for types and elements; names and places are values. */
function isComponent(x: object): boolean {
  return 'facets' in x || 'content' in x || 'substitutes' in x;
}
