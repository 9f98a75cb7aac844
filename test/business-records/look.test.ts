// The REST look of what records hold, against the rules that the record API follows: said here over the contract, and in the table by patterns.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { contractType } from '../../src/codec/datatypes/presented-types.ts';
import type { ElementMember, Member } from '../../src/codec/model/members.ts';
import type { ComplexType, SimpleType, TypeDef } from '../../src/contract/model/model.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const { codec } = await loadMapping(join(import.meta.dirname, '../../mappings/business-records'));
const plain = createCodec(codec.schemas, dialect());

/** Names that the public REST API has otherwise. */
const NAMES = new Map([
  ['@internalId', 'id'],
  ['addressbookList', 'addressBook'],
  ['addressbookAddress', 'addressBookAddress'],
  ['category1099misc', 'category1099Misc'],
  ['prefCCProcessor', 'prefCcProcessor'],
]);
/** Enumerations whose values are codes. */
const CODED = [
  'AccountType',
  'ConsolidatedRate',
  'EmailPreference',
  'CalendarEventStatus',
  'CalendarEventAttendeeResponse',
  'Country',
  'EmployeeCompensationCurrency',
  'Language',
];

/** Types that records are made of, references and custom fields aside. */
function recordTypes(): ComplexType[] {
  const found = new Set<ComplexType>();
  const visit = (type: TypeDef): void => {
    if (type.kind !== 'complex' || found.has(type) || /Ref$/.test(type.name?.local ?? '')) return;
    found.add(type);
    for (const m of plain.members(type)) if (m.kind === 'element') visit(m.element.type);
    for (const other of codec.schemas.types.values()) if (other.base === type) visit(other);
  };
  for (const type of codec.schemas.types.values()) if (type.base?.name?.local === 'Record') visit(type);
  return [...found];
}

const types = recordTypes();

/** The list of a sublist: all that it holds beside its attributes. */
function lineOf(type: TypeDef): ElementMember | undefined {
  const elements = plain.members(type).filter((m) => m.kind !== 'attribute');
  const [only] = elements;
  const named = /(List|Matrix)$/.test(type.name?.local ?? '');
  return named && elements.length === 1 && only.kind === 'element' && only.list ? only : undefined;
}

function restName(m: Member, all: readonly Member[]): string {
  const known = NAMES.get(m.key);
  if (known !== undefined) return known;
  if (m.kind === 'attribute') return m.key.slice(1);
  const short = m.key.replace(/List$/, '');
  const sublist = m.kind === 'element' && lineOf(m.element.type) !== undefined;
  return sublist && !all.some(({ key }) => key === short) ? short : m.key;
}

function restValues({ name, facets }: SimpleType): readonly string[] | undefined {
  if (CODED.includes(name?.local ?? '')) return undefined;
  return facets.enumeration?.map((value) => value.replace(/^_/, ''));
}

function enumerations(type: ComplexType): readonly SimpleType[] {
  return codec.members(type).flatMap((m) => {
    const value = m.kind === 'element' && m.element.type.kind === 'simple' ? m.element.type : undefined;
    return value?.facets.enumeration === undefined ? [] : [value];
  });
}

describe('the look of records', () => {
  it('is that of many types', () => {
    expect(types.length).toBeGreaterThan(170);
    expect(types.flatMap(enumerations).length).toBeGreaterThan(100);
  });

  it.each(types.map((type) => [type.name?.local, type] as const))(
    'has the names of the record API in %s',
    (_, type) => {
      const all = plain.members(type);
      const line = lineOf(type);
      const hidden = ['nullFieldList', 'customFieldList'];
      const shown = all.filter(({ key }) => !hidden.includes(key));
      const expected = shown.map((m) => (m === line ? 'items' : restName(m, all)));
      const custom = all.some(({ key }) => key === 'customFieldList') ? ['*'] : [];
      expect(codec.members(type).map(({ key }) => key)).toEqual([...expected, ...custom]);
    },
  );

  it('has the values of enumerations without their underscore', () => {
    const coded = new Set<string>();
    for (const value of types.flatMap(enumerations)) {
      const original = contractType(value);
      const expected = restValues(original);
      if (expected === undefined) coded.add(original.name!.local);
      else expect([original.name?.local, value.facets.enumeration]).toEqual([original.name?.local, expected]);
      expect(value.facets.enumeration?.filter((text) => text.startsWith('_'))).toEqual([]);
    }
    expect([...coded].toSorted()).toEqual(CODED.toSorted());
  });

  it.each([
    ['Country', /^[A-Z]{2}$/, 252],
    ['Language', /^[a-z]{2,3}(_[A-Z]{2})?$/, 63],
    ['EmployeeCompensationCurrency', /^[A-Z]{3}$/, 197],
  ])('has a code of its own for every %s of the contract', (name, code, count) => {
    const shown = types.flatMap(enumerations).find((type) => contractType(type).name?.local === name)!;
    const codes = shown.facets.enumeration!;
    expect(contractType(shown).facets.enumeration).toHaveLength(count);
    expect(codes.filter((text) => !code.test(text))).toEqual([]);
    expect(new Set(codes).size).toBe(count);
  });

  it('has the codes of countries that ISO 3166 has, and three that it keeps free', () => {
    const country = types.flatMap(enumerations).find((type) => contractType(type).name?.local === 'Country')!;
    const named = (code: string) => new Intl.DisplayNames('en', { type: 'region' }).of(code);
    const codes = country.facets.enumeration!;
    expect(codes.filter((code) => named(code) === code)).toEqual([]);
    const obsolete = ['AN', 'BU', 'CS', 'DD', 'FX', 'NH', 'RH', 'SU', 'TP', 'VD', 'YD', 'YU', 'ZR'];
    expect(codes.filter((code) => obsolete.includes(code))).toEqual([]);
    expect(codes.filter((code) => ['EA', 'IC', 'XK'].includes(code))).toHaveLength(3);
  });
});
