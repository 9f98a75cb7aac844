// Objects whose members nobody describes: no type of a contract has a place for them, and they would reach the other side empty.
import type { Located } from './document.ts';
import { hasOnlyType, type Shape } from './shape.ts';
import type { Types } from './types.ts';

/** Why an operation with such a body cannot be carried; undefined: its members are described, or it may not have others. */
export function openProblem(
  schemas: Readonly<Record<'request body' | 'response', Located | undefined>>,
  types: Types,
): string | undefined {
  const [name] = Object.entries(schemas).find(([, at]) => at !== undefined && holdsAnything(at, types)) ?? [];
  return name && `its ${name} may have any members and describes none (additionalProperties)`;
}

/** A list of such objects too. */
function holdsAnything(at: Located, types: Types): boolean {
  const shape = types.shape(at);
  const items = hasOnlyType(shape, 'array') ? shape.items : undefined;
  const item = items?.kind === 'one' ? types.shape(items.at) : shape;
  return hasOnlyType(item, 'object') && item.members.size === 0 && !item.variants && isOpenToAny(item, types);
}

function isOpenToAny({ open }: Shape, types: Types): boolean {
  if (open === undefined || open === true) return open === true;
  const value = types.shape(open);
  return value.types === undefined && value.alternatives === undefined && value.members.size === 0;
}
