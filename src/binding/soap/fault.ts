// Reads soap:Fault, decoded to JSON, into the version-neutral SoapFault. Knows nothing about HTTP or rules.
import type { Dialect } from '../../codec/dialect.ts';
import type { SoapVersion } from '../../contract/contract.ts';
import type { Schemas } from '../../contract/model.ts';
import type { FaultDetail, SoapFault } from '../../fault/fault.ts';
import { ARRAY, type Json, OBJECT, STRING } from '../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../json/walk.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../xml/names.ts';

/** Subcodes are nested; more levels than this are not looked at. */
const SUBCODES_MAX = 16;

/** What names and elements mean: `schemas` has the declared elements. */
export interface FaultWords {
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** `loose`: decoded by `looseFaultElement`. */
export function readFault(fault: Json, version: SoapVersion, words: FaultWords, loose = false): SoapFault {
  if (version === '1.1') return loose ? readLooseFault11(fault, words.dialect) : readFault11(fault, words);
  return readFault12(fault, words, loose ? looseName : (text) => qname(text, words.dialect));
}

type NameReader = (text: string | undefined) => QName;

/** SOAP 1.1 §4.4. */
function readFault11(fault: Json, words: FaultWords): SoapFault {
  return {
    version: '1.1',
    code: qname(textOfMember(fault, 'faultcode'), words.dialect),
    subcodes: [],
    reason: textOfMember(fault, 'faultstring') ?? '',
    actor: textOfMember(fault, 'faultactor'),
    detail: declaredOnly(readDetail(member(fault, 'detail'), words.dialect), words.schemas),
  };
}

/** SOAP 1.2 Part 1 §5.4. */
function readFault12(fault: Json, words: FaultWords, name: NameReader): SoapFault {
  const code = member(fault, 'Code');
  return {
    version: '1.2',
    code: name(code && textOfMember(code, 'Value')),
    subcodes: code ? readSubcodes(code, name) : [],
    reason: readReason(member(fault, 'Reason')),
    actor: textOfMember(fault, 'Role') ?? textOfMember(fault, 'Node'),
    detail: declaredOnly(readDetail(member(fault, 'Detail'), words.dialect), words.schemas),
  };
}

function readSubcodes(code: Json, name: NameReader): QName[] {
  const found: QName[] = [];
  let inner = member(code, 'Subcode');
  while (inner && found.length < SUBCODES_MAX) {
    found.push(name(textOfMember(inner, 'Value')));
    inner = member(inner, 'Subcode');
  }
  return found;
}

/** The text in English, else the first one (§5.4.2: one text, several languages). */
function readReason(reason: Json | undefined): string {
  const texts = reason && member(reason, 'Text');
  if (!texts || kindOf(texts) !== ARRAY) return '';
  const items = itemsOf(texts);
  return plainText(items.find(isEnglish) ?? items[0]) ?? '';
}

function isEnglish(text: Json): boolean {
  if (kindOf(text) !== OBJECT) return false;
  return membersOf(text).some(([key, value]) => key.endsWith('lang') && /^en\b/i.test(scalarText(value) ?? ''));
}

/** `$any` of the detail element: `{ "$name": …, "$value": … }`, typed where the contract declares the element. */
export function readDetail(detail: Json | undefined, dialect: Dialect): FaultDetail[] {
  const entries = detail && kindOf(detail) === OBJECT ? member(detail, '$any') : undefined;
  if (!entries || kindOf(entries) !== ARRAY) return [];
  return itemsOf(entries).map((entry) => {
    const name = qname(textOfMember(entry, '$name'), dialect);
    return { name, value: member(entry, '$value') };
  });
}

/** The text of an undeclared element looks like a value, but nothing says what it is, and it may name the peer's internals. */
function declaredOnly(detail: readonly FaultDetail[], schemas: Schemas): FaultDetail[] {
  return detail.map(({ name, value }) => ({ name, value: schemas.elements.has(clark(name)) ? value : undefined }));
}

/** Children that are not those of the schema are found by their local names. */
function readLooseFault11(fault: Json, dialect: Dialect): SoapFault {
  const children = readDetail(fault, dialect);
  const text = (local: string) => plainText(children.find((child) => child.name.local === local)?.value);
  return {
    version: '1.1',
    code: looseName(text('faultcode')),
    subcodes: [],
    reason: text('faultstring') ?? '',
    actor: text('faultactor'),
    detail: [],
  };
}

function textOfMember(value: Json, key: string): string | undefined {
  return plainText(member(value, key));
}

/** Text of a string, or of the `$value` of an object: text with attributes. */
function plainText(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (kindOf(value) === OBJECT) return plainText(member(value, '$value'));
  return kindOf(value) === STRING ? scalarText(value)?.trim() : undefined;
}

/** A name in Clark or prefix form. */
function qname(text: string | undefined, dialect: Dialect): QName {
  return dialect.parseName(text ?? '') ?? looseName(text);
}

const codes11 = new Set(['VersionMismatch', 'MustUnderstand', 'Client', 'Server']);
const codes12 = new Set(['DataEncodingUnknown', 'Sender', 'Receiver']);

/** A code whose prefix nobody declared: SOAP's own by its local part, which may go on after a dot (SOAP 1.1 §4.4.1), else without namespace. */
function looseName(text = ''): QName {
  const local = text.slice(text.indexOf(':') + 1);
  const family = local.split('.', 1)[0];
  return { ns: codes11.has(family) ? SOAP11_NS : codes12.has(family) ? SOAP12_NS : '', local };
}
