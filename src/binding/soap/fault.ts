// Reads soap:Fault, decoded to JSON, into the version-neutral SoapFault. Knows nothing about HTTP or rules.
import type { Dialect } from '../../codec/datatypes/dialect.ts';
import type { SoapVersion } from '../../contract/model/contract.ts';
import type { Schemas } from '../../contract/model/model.ts';
import type { FaultDetail, SoapFault } from '../../fault/fault.ts';
import { ARRAY, type Json, OBJECT, STRING } from '../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../json/walk.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { briefParts } from './fault-element.ts';

/** Most levels of nested subcodes that are read. */
const SUBCODES_MAX = 16;

/** What names and elements mean: `schemas` has the declared elements. */
export interface FaultNames {
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** Most bytes of a fault in JSON; of a larger one only the brief parts are read. More is of no use for diagnosis. */
const FAULT_MAX = 256 * 1024;

export function isBounded(fault: Json): boolean {
  return fault.end - fault.start <= FAULT_MAX;
}

/** `loose`: codes were decoded as plain texts. */
export function readFault(fault: Json, version: SoapVersion, context: FaultNames, loose = false): SoapFault {
  const extras = version === '1.1' ? anyOf(fault, context.dialect) : [];
  return read((key) => member(fault, key), extras, version, context, loose);
}

/** `slots`: values of `briefParts`. */
export function readBriefFault(
  slots: readonly (Json | undefined)[],
  version: SoapVersion,
  context: FaultNames,
  loose: boolean,
): SoapFault {
  return read((key) => slots[briefParts[version].indexOf(key)], [], version, context, loose);
}

type Part = (key: string) => Json | undefined;
type NameReader = (text: string | undefined) => QName;

function read(
  part: Part,
  extras: readonly FaultDetail[],
  version: SoapVersion,
  context: FaultNames,
  loose: boolean,
): SoapFault {
  const name: NameReader = (text) => {
    const code = loose ? undefined : context.dialect.parseName(text ?? '');
    return code === undefined ? codeOf(text, version) : code.local.length > LONGEST ? FALLBACK_CODES[version] : code;
  };
  return version === '1.1' ? readFault11(part, extras, context, name) : readFault12(part, context, name);
}

/** Children of a SOAP 1.1 fault that have names of their own, whatever their namespace. */
const STANDARD_CHILDREN = ['faultcode', 'faultstring', 'faultactor', 'detail'];

/** SOAP 1.1 §4.4. `extras`: children of other names; some services put what belongs in `detail` beside it. */
function readFault11(part: Part, extras: readonly FaultDetail[], context: FaultNames, name: NameReader): SoapFault {
  const extraText = (local: string) => plainText(extras.find((child) => child.name.local === local)?.value);
  const code = part('faultcode');
  const detail = readDetail(part('detail'), context.dialect);
  const extraDetail = extras.filter((child) => !STANDARD_CHILDREN.includes(child.name.local));
  return {
    version: '1.1',
    code: code ? name(plainText(code)) : codeOf(extraText('faultcode'), '1.1'),
    subcodes: [],
    reason: (plainText(part('faultstring')) ?? extraText('faultstring')) || wordsIn(plainText(code)),
    actor: plainText(part('faultactor')) ?? extraText('faultactor'),
    detail: declaredOnly([...detail, ...extraDetail], context.schemas),
  };
}

/** SOAP 1.2 Part 1 §5.4. */
function readFault12(part: Part, context: FaultNames, name: NameReader): SoapFault {
  const code = part('Code');
  return {
    version: '1.2',
    code: name(code && textOfMember(code, 'Value')),
    subcodes: code ? readSubcodes(code, name) : [],
    reason: readReason(part('Reason')),
    actor: plainText(part('Role')) ?? plainText(part('Node')),
    detail: declaredOnly(readDetail(part('Detail'), context.dialect), context.schemas),
  };
}

function readSubcodes(code: Json, name: NameReader): QName[] {
  const subcodes: QName[] = [];
  let inner = member(code, 'Subcode');
  while (inner && subcodes.length < SUBCODES_MAX) {
    const subcode = name(textOfMember(inner, 'Value'));
    if (subcode !== FALLBACK_CODES['1.2']) subcodes.push(subcode);
    inner = member(inner, 'Subcode');
  }
  return subcodes;
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

/** The elements of a detail, typed where the contract declares them. */
function readDetail(detail: Json | undefined, dialect: Dialect): FaultDetail[] {
  return detail && kindOf(detail) === OBJECT ? anyOf(detail, dialect) : [];
}

/** `{ "$name": …, "$value": … }` of all `$any` of an object: there are several where other members stand between them. */
function anyOf(value: Json, dialect: Dialect): FaultDetail[] {
  const lists = membersOf(value).flatMap(([key, list]) => (key === '$any' && kindOf(list) === ARRAY ? [list] : []));
  return lists.flatMap(itemsOf).map((entry) => {
    const name = qname(textOfMember(entry, '$name'), dialect);
    return { name, value: member(entry, '$value') };
  });
}

/** The text of an undeclared element has no known meaning, and may name internals of the service. */
function declaredOnly(detail: readonly FaultDetail[], schemas: Schemas): FaultDetail[] {
  return detail.map(({ name, value }) => ({ name, value: schemas.elements.has(clark(name)) ? value : undefined }));
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

/** Characters of a code's local part. */
const LONGEST = 100;

/** Codes of SOAP stacks: names, and numbers. Other texts are the service's, which not every client may see. */
const CODE = /^(?:[\p{L}\p{N}._-]{1,100}:)?[\p{L}\p{N}._-]{1,100}$/u;

/** In place of an invalid code. */
const FALLBACK_CODES: Readonly<Record<SoapVersion, QName>> = {
  '1.1': { ns: SOAP11_NS, local: 'Server' },
  '1.2': { ns: SOAP12_NS, local: 'Receiver' },
};

/** A text of the service in place of a code. */
function wordsIn(code = ''): string {
  return isCode(code) || code.startsWith('{') ? '' : code;
}

function isCode(text: string): boolean {
  return text === '' || CODE.test(text);
}

function codeOf(text = '', version: SoapVersion): QName {
  return isCode(text) ? looseName(text) : FALLBACK_CODES[version];
}

/** A code whose prefix nobody declared: SOAP's own by its local part, which may go on after a dot (SOAP 1.1 §4.4.1), else without namespace. */
function looseName(text = ''): QName {
  const local = text.slice(text.indexOf(':') + 1);
  const family = local.split('.', 1)[0];
  return { ns: codes11.has(family) ? SOAP11_NS : codes12.has(family) ? SOAP12_NS : '', local };
}
