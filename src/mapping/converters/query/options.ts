// Options of `query` in the table: its words, how criteria look, names of fields, and where their values are listed.
import { contractType } from '../../../codec/datatypes/presented-types.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { ComplexType, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { TableSite } from '../../model/converter-entry.ts';
import type { Fields } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry, YamlNode, YamlScalar } from '../../syntax/yaml.ts';
import { type CriterionKeys, criterionKeys } from './criterion.ts';
import { type Form, type Operators, operatorsIn, parseForm } from './forms.ts';
import { isWord } from './text.ts';

type Affixes = readonly [prefix: string, suffix: string];

export interface QueryOptions {
  /** undefined: the words are made of the contract's operators. */
  readonly operators: Operators | undefined;
  /** Members of a criterion of the search; several: the contract leaves a choice. */
  criterionOf(search: ComplexType): readonly CriterionKeys[];
  shownAs(search: ComplexType, key: string): string;
  /** Criteria of this type hold values of enumerations as texts, with these affixes. */
  affixesOf(type: TypeDef): Affixes | undefined;
  enumerationOf(search: ComplexType, key: string): SimpleType | undefined;
  /** For `check`: what the table writes. */
  readonly entries: OptionEntries;
}

export interface OptionEntries {
  readonly operators: readonly YamlEntry[];
  /** Members of a criterion. */
  readonly member: YamlEntry | undefined;
  readonly names: NamesByType;
  readonly listed: NamesByType;
  /** Types of criteria, with the entry that says how their values are spelt. */
  readonly affixed: readonly (readonly [TypeDef, YamlEntry])[];
}

export function readOptions(options: Fields, site: TableSite): QueryOptions {
  const operators = options.has('operators') ? readWords(options.map('operators'), site.report) : undefined;
  const declared = options.has('member') ? options.texts('member') : undefined;
  checkOperators(options.map('operators'), operators ?? new Map(), declared?.[0], site);
  const operatorNames = operators && new Set([...operators.values()].flatMap((forms) => forms.flatMap(operatorsIn)));
  const criteria = new Map<ComplexType, readonly CriterionKeys[]>();
  const criterionOf = (search: ComplexType) => {
    if (declared) return [declared];
    const keys = criteria.get(search) ?? criterionKeys(search, site.codec, operatorNames);
    criteria.set(search, keys);
    return keys;
  };
  const names = new NamesByType(options.map('rename'), site);
  for (const node of names.nodes()) checkWord(node.source, node.place, site.report);
  const values = options.map('values');
  const affixesOf = values.flatMap((entry) => affixesIn(entry, site).map(([type, one]) => ({ type, one, entry })));
  const affixes = new Map(affixesOf.map(({ type, one }) => [type, one]));
  const listed = new NamesByType(
    values.filter(({ value }) => value.kind !== 'scalar'),
    site,
  );
  const enumerations = new Map<YamlScalar, SimpleType | undefined>();
  for (const node of listed.nodes()) enumerations.set(node, enumerationNamed(node, site));
  return {
    operators,
    criterionOf,
    entries: {
      operators: options.map('operators'),
      member: options.get('member'),
      names,
      listed,
      affixed: affixesOf.map(({ type, entry }) => [type, entry]),
    },
    shownAs: (search, key) => names.find(search, key)?.source ?? key,
    affixesOf: (type) => affixes.get(type),
    enumerationOf: (search, key) => {
      const node = listed.find(search, key);
      return node && enumerations.get(node);
    },
  };
}

function readWords(entries: readonly YamlEntry[], report: Report): Operators {
  const keys = new Set<string>();
  return new Map(
    entries.map(({ key, value, place }): [string, Form[]] => {
      checkWord(key, place, report);
      if (keys.has(key.toUpperCase()))
        report.add('MAPPING_DUPLICATE', `filters have "${key}" twice: words are read in any case of letters`, place);
      keys.add(key.toUpperCase());
      const nodes: readonly YamlNode[] = value.kind === 'list' ? value.items : [value];
      return [key.toUpperCase(), nodes.flatMap((node) => formIn(node, report) ?? [])];
    }),
  );
}

/** Names of fields, and operators. */
function checkWord(text: string, place: Place, report: Report): void {
  if (!isWord(text))
    report.add(
      'MAPPING_PATTERN',
      `no filter can have the word "${text}"`,
      place,
      'write one word without spaces, brackets, parentheses, commas and quotes, other than AND and OR',
    );
}

function formIn(node: YamlNode, report: Report): Form | undefined {
  const form = node.kind === 'scalar' ? parseForm(node.source) : undefined;
  const hint = 'write OPERATOR, OPERATOR(), OPERATOR(LOW..HIGH), OPERATOR(VALUE), OPERATOR(*) or =';
  if (form === undefined) report.add('MAPPING_PATTERN', 'this is no form of a condition', node.place, hint);
  return form;
}

/** Reports operators that no criterion of the contract has. */
function checkOperators(
  entries: readonly YamlEntry[],
  words: Operators,
  key: string | undefined,
  { codec, report }: TableSite,
): void {
  if (words.size === 0) return;
  const operators = operatorsOf(codec, key);
  for (const { key: word, value } of entries)
    for (const form of words.get(word.toUpperCase()) ?? [])
      for (const operator of operatorsIn(form))
        if (!operators.has(operator)) {
          const message = `no criterion of the contract has the operator "${operator}"`;
          report.add('MAPPING_UNKNOWN_ELEMENT', message, value.place, suggest(operator, operators));
        }
}

/** Values of the attributes and elements that are called so; undefined: of all types that have names. */
function operatorsOf({ schemas }: Codec, key: string | undefined): ReadonlySet<string> {
  const name = key?.replace(/^@/, '') ?? '';
  const types = [...schemas.types.values()].flatMap((type): TypeDef[] => {
    if (key === undefined) return [type];
    if (type.kind === 'simple') return [];
    if (key.startsWith('@')) return type.attributes.flatMap((use) => (use.name.local === name ? [use.type] : []));
    return type.content.kind === 'elements' ? elementsIn(type.content.particle, name) : [];
  });
  return new Set(types.flatMap((type) => (type.kind === 'simple' ? (type.facets.enumeration ?? []) : [])));
}

type Elements = Extract<ComplexType['content'], { kind: 'elements' }>['particle'];

function elementsIn(particle: Elements, name: string): TypeDef[] {
  if (particle.kind === 'element') return particle.element.name.local === name ? [particle.element.type] : [];
  return particle.kind === 'any' ? [] : particle.particles.flatMap((one) => elementsIn(one, name));
}

/** A pattern of values, for each type of the selector. */
function affixesIn({ key, value, place }: YamlEntry, { report, typesOf }: TableSite): (readonly [TypeDef, Affixes])[] {
  if (value.kind !== 'scalar') return [];
  const parts = value.source.split('{x}');
  if (parts.length !== 2) {
    report.add('MAPPING_PATTERN', `"${key}" must be a text with {x} in one place`, value.place, 'write "_{x}"');
    return [];
  }
  return [...typesOf([selectorNode(key, place)])].map((type) => [type, [parts[0], parts[1]]] as const);
}

function selectorNode(key: string, place: Place): YamlScalar {
  return { kind: 'scalar', source: key, value: key, place };
}

/** Type → name of a field, perhaps with `*` → what is said of it. What one type says goes before `*`. */
export class NamesByType {
  private readonly byType = new Map<TypeDef, readonly YamlEntry[]>();
  private readonly forAll: readonly YamlEntry[];
  private readonly entries: readonly YamlEntry[];

  constructor(entries: readonly YamlEntry[], { codec, report, typesOf }: TableSite) {
    this.entries = entries.flatMap(({ value }) => (value.kind === 'map' ? value.entries : []));
    this.forAll = entries.flatMap(({ key, value }) => (key === '*' && value.kind === 'map' ? value.entries : []));
    for (const { key, value, place } of entries) {
      if (value.kind !== 'map') report.add('MAPPING_SHAPE', `"${key}" must hold names of fields`, value.place);
      else if (key !== '*')
        for (const type of typesOf([selectorNode(key, place)])) {
          for (const entry of value.entries) checkField(type, entry, codec, report);
          this.byType.set(type, [...(this.byType.get(type) ?? []), ...value.entries]);
        }
    }
  }

  nodes(): YamlScalar[] {
    return this.entries.flatMap(({ value }) => (value.kind === 'scalar' ? [value] : []));
  }

  find(type: TypeDef, key: string): YamlScalar | undefined {
    const value = this.entryFor(type, key)?.value;
    return value?.kind === 'scalar' ? value : undefined;
  }

  entryFor(type: TypeDef, key: string): YamlEntry | undefined {
    const entries = [...(this.byType.get(type) ?? []), ...this.forAll];
    return entries.find((entry) => isNamed(entry.key, key));
  }

  /** Entries about one of its own keys that none of the fields has. */
  unused(used: ReadonlySet<YamlEntry>): readonly YamlEntry[] {
    return this.entries.filter((entry) => !used.has(entry));
  }
}

function isNamed(pattern: string, key: string): boolean {
  const [start, end] = pattern.split('*');
  if (end === undefined) return pattern === key;
  return key.length >= start.length + end.length && key.startsWith(start) && key.endsWith(end);
}

function checkField(type: TypeDef, { key, place }: YamlEntry, codec: Codec, report: Report): void {
  const keys = codec.members(type).map((member) => member.key);
  if (keys.some((name) => isNamed(key, name))) return;
  const message = `type "${type.name?.local}" has no member "${key}"`;
  report.add('MAPPING_UNKNOWN_ELEMENT', message, place, suggest(key, keys));
}

/** `Enumeration`, or `Type/member` of one, perhaps with their prefix. */
function enumerationNamed({ source, place }: YamlScalar, { codec, report }: TableSite): SimpleType | undefined {
  const [name, member] = source.split('/');
  const type = /[:{]/.test(name) ? typeNamed(name, place, codec, report) : onlyTypeOf(name, place, codec, report);
  if (type === undefined) return undefined;
  const found = member === undefined ? type : memberType(type, member, codec);
  if (found?.kind === 'simple' && contractType(found).facets.enumeration) return found;
  const hint = 'name an enumeration, or TYPE/MEMBER';
  report.add('MAPPING_TYPE', `"${source}" is no enumeration of the contract`, place, hint);
  return undefined;
}

/** The type that is called so in any namespace. */
function onlyTypeOf(local: string, place: Place, { schemas }: Codec, report: Report): TypeDef | undefined {
  const types = [...schemas.types.values()];
  const found = types.filter((type) => type.name?.local === local);
  if (found.length === 1) return found[0];
  const names = () => types.flatMap((type) => type.name?.local ?? []);
  if (found.length === 0)
    report.add('MAPPING_UNKNOWN_ELEMENT', `the contract has no type "${local}"`, place, report.suggest(local, names));
  else report.add('MAPPING_UNKNOWN_ELEMENT', `"${local}" is in several namespaces`, place, 'write it with a prefix');
  return undefined;
}

function memberType(type: TypeDef, key: string, codec: Codec): TypeDef | undefined {
  const member = codec.members(type).find((one) => one.key === key);
  if (member?.kind === 'element') return member.element.type;
  return member?.kind === 'attribute' ? member.use.type : undefined;
}

/** Reports a name that the contract has not, and a type without members. */
export function complexTypeNamed(name: string, place: Place, codec: Codec, report: Report): TypeDef | undefined {
  const type = typeNamed(name, place, codec, report);
  if (type?.kind !== 'simple') return type;
  const hint = 'name the type of what is found: an element with members';
  report.add('MAPPING_TYPE', `"${name}" is a simple type, which has no members`, place, hint);
  return undefined;
}

/** Reports a name that the contract has not. */
function typeNamed(name: string, place: Place, { schemas, dialect }: Codec, report: Report): TypeDef | undefined {
  const parsed = dialect.parseName(name);
  const type = parsed && schemas.types.get(clark(parsed));
  if (type) return type;
  const names = () => [...schemas.types.values()].flatMap((one) => (one.name ? [dialect.nameOf(one.name)] : []));
  report.add('MAPPING_UNKNOWN_ELEMENT', `the contract has no type "${name}"`, place, report.suggest(name, names));
  return undefined;
}
