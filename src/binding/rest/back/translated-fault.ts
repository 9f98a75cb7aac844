// The member `fault` of a problem body that a gateway like this one wrote: the SOAP fault behind it (see ../problem.ts).
import type { FaultDetail, RestFault } from '../../../fault/fault.ts';
import { familyOf } from '../../../fault/fault-names.ts';
import { ARRAY, type Json, OBJECT, STRING } from '../../../json/value.ts';
import { itemsOf, kindOf, member, scalarText } from '../../../json/walk.ts';
import { isNCName } from '../../../xml/reader/chars.ts';
import { parseClark, type QName, SOAP11_NS, XML_NS, XMLNS_NS } from '../../../xml/reader/names.ts';

const MOST_ITEMS = 16;
const LONGEST = 700;
/** Namespace names without spaces, quotes, braces and anything that is no graphic character. */
const NAMESPACE = /^[^\s{}<>"&\p{C}]*$/u;

/** undefined: it is no such member. */
export function translatedFault(value: Json | undefined): RestFault['fault'] {
  if (value === undefined || kindOf(value) !== OBJECT) return undefined;
  const code = nameOf(member(value, 'code'));
  if (code === undefined) return undefined;
  const subcodes = items(member(value, 'subcodes')).flatMap((item) => nameOf(item) ?? []);
  const actor = text(member(value, 'actor'));
  return { code, subcodes, actor, detail: items(member(value, 'detail')).flatMap(detailOf) };
}

/** SOAP's own codes go under their SOAP 1.1 names. */
function nameOf(value: Json | undefined): QName | undefined {
  const name = text(value);
  if (name === undefined || !isName(name)) return undefined;
  const family = familyOf(name);
  if (family === undefined) return parseClark(name);
  return { ns: SOAP11_NS, local: name.includes('.') ? name : family };
}

/** Drops names that XML cannot spell. */
function isName(text: string): boolean {
  if (text.length > LONGEST) return false;
  const { ns, local } = parseClark(text);
  return isNCName(local) && NAMESPACE.test(ns) && ns !== XMLNS_NS && ns !== XML_NS;
}

function detailOf(entry: Json): FaultDetail[] {
  const name = kindOf(entry) === OBJECT ? text(member(entry, 'name')) : undefined;
  if (name === undefined || !isName(name)) return [];
  return [{ name: parseClark(name), value: member(entry, 'value') }];
}

function items(value: Json | undefined): Json[] {
  return value && kindOf(value) === ARRAY ? itemsOf(value).slice(0, MOST_ITEMS) : [];
}

function text(value: Json | undefined): string | undefined {
  return value && kindOf(value) === STRING ? scalarText(value) : undefined;
}
