// Types that xsi:type and arrayType name, whatever the namespace of their XML Schema.
import type { Schemas, TypeDef } from '../../contract/model/model.ts';
import { anyType, builtinTypes } from '../../contract/xsd/builtins.ts';
import { encodingOf } from '../../contract/xsd/soap-encoding.ts';
import { clark, type QName, XSD_NS } from '../../xml/reader/names.ts';

/** Drafts of XML Schema, as services of that time name its types. */
const DRAFTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
]);
const ANYTHING: ReadonlySet<string> = new Set(['ur-type', 'anyType', 'Struct', 'struct']);

/** Named: an array whatever it holds. */
export const GENERIC_ARRAY = 'array';

export function typeByName(schemas: Schemas, { ns, local }: QName): TypeDef | typeof GENERIC_ARRAY | undefined {
  const isEncoding = encodingOf(ns) !== undefined;
  if (isEncoding && local === 'Array') return GENERIC_ARRAY;
  if (isEncoding || DRAFTS.has(ns) || ns === XSD_NS) {
    if (ANYTHING.has(local)) return anyType;
    return builtinTypes.get(clark({ ns: XSD_NS, local: OLD_NAMES.get(local) ?? local }));
  }
  return schemas.types.get(clark({ ns, local }));
}

const OLD_NAMES = new Map([
  ['base64', 'base64Binary'],
  ['timeInstant', 'dateTime'],
  ['uriReference', 'anyURI'],
  ['binary', 'base64Binary'],
]);

/** For messages. */
export function describeType({ name }: TypeDef): string {
  return name === undefined ? 'the declared type' : clark(name);
}
