// The fields that a filter may name: members of the search's type that are criteria, with their operators, all by the contract.
import type { Codec } from '../../../codec/model/codec.ts';
import type { AttributeMember, ElementMember, Member, SpreadMember } from '../../../codec/model/members.ts';
import type { ComplexType, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { suggestKey } from '../../../errors/suggest.ts';
import { type CriterionKeys, isList } from './criterion.ts';
import type { Field, RankedForm } from './field.ts';
import type { Form, Operators } from './forms.ts';
import { defaultOperators } from './forms.ts';
import { criteriaTypes, OpenFields, openCriteria, tellable, typeFor, widthOf } from './open-fields.ts';
import type { QueryOptions } from './options.ts';
import { affixed, typeOf, type Values, valuesOf, wordsOfType } from './values.ts';

/** What a word means for a name. */
export interface Resolved {
  readonly field: Field;
  readonly form: Form;
}

/** How the criteria of a type look. */
interface Criterion {
  readonly operators: readonly string[] | undefined;
  readonly value: ElementMember | AttributeMember;
  readonly ranges: boolean;
}

const MOST_SHOWN = 12;

export class QueryFields {
  readonly all: ReadonlyMap<string, Field>;
  private readonly byName = new Map<string, Field[]>();
  private readonly byKey = new Map<string, Field[]>();
  /** Operators that a filter can be read by, of each field. */
  private readonly writableForms = new Map<Field, readonly (readonly [string, Form])[]>();
  private readonly open: OpenFields | undefined;

  /** `open`: fields that the contract does not list. */
  constructor(fields: readonly Field[], open?: OpenFields) {
    this.open = open;
    this.all = new Map(fields.map((field) => [field.key, field]));
    for (const field of fields) {
      addTo(this.byName, field.filterName.toLowerCase(), field);
      addTo(this.byKey, field.key.toLowerCase(), field);
    }
  }

  /** Fields of a name, in any case of letters where none has it as it is; several where the operator decides. */
  fieldsNamed(name: string): readonly Field[] {
    const lower = name.toLowerCase();
    const [named, keyed] = [this.byName.get(lower) ?? [], this.byKey.get(lower) ?? []];
    const exact = named.filter(({ filterName }) => filterName === name);
    if (exact.length > 0) return exact;
    const exactKey = keyed.filter(({ key }) => key === name);
    if (exactKey.length > 0) return exactKey;
    const declared = named.length > 0 ? named : keyed;
    return declared.length > 0 ? declared : (this.open?.fieldsFor(name) ?? []);
  }

  /** Words of the field that mean it where its name stands before them. */
  *wordsOf(field: Field): Generator<readonly [word: string, form: Form]> {
    const isAlone = this.fieldsNamed(field.filterName).length === 1;
    for (const [word, { form }] of field.forms)
      if (isAlone || this.resolve(field.filterName, word)?.field === field) yield [word, form];
  }

  /** The field of a criterion. */
  ofCriterion(key: string, criterion: unknown): Field | undefined {
    return this.all.get(key) ?? this.open?.ofCriterion(key, criterion);
  }

  /** `values`: texts, which tell types of criteria apart; `quoted`: those in quotes. */
  resolve(
    name: string,
    word: string,
    values: readonly string[] = [],
    quoted: readonly boolean[] = [],
  ): Resolved | undefined {
    const typed = this.fieldsNamed(name).filter((field) => field.typed !== undefined);
    const fitting = typeFor(typed, word, values, quoted) ?? typed.find((field) => field.forms.has(word));
    if (fitting) return { field: fitting, form: fitting.forms.get(word)!.form };
    let best: (Resolved & RankedForm) | undefined;
    for (const field of this.fieldsNamed(name)) {
      const ranked = field.forms.get(word);
      if (ranked && (best === undefined || ranked.rank < best.rank)) best = { field, ...ranked };
    }
    return best;
  }

  /** For messages: the words of a name, without those that mean the same as another. */
  wordsFor(name: string): readonly string[] {
    const words = new Map<string, string>();
    for (const { forms, key } of this.fieldsNamed(name))
      for (const [word, { form }] of forms) {
        const meaning = `${key} ${form.text}`;
        if (!words.has(meaning)) words.set(meaning, word);
      }
    return [...new Set(words.values())];
  }

  /** For messages: names like one that there is not, else the first of all. */
  likely(name: string): string {
    const names = [...new Set([...this.all.values()].map(({ filterName }) => filterName))];
    const near = suggestKey(name, names);
    if (near) return near;
    const alike = names.filter((one) => one.toLowerCase().startsWith(name.toLowerCase().slice(0, 3)));
    const examples = alike.length > 0 ? alike : names;
    return examples.slice(0, MOST_SHOWN).join(', ') + (examples.length > MOST_SHOWN ? ', …' : '');
  }

  /** Operators and forms by which a criterion may be written: those with a value of their own go first. */
  writable(field: Field): readonly (readonly [string, Form])[] {
    if (field.typed !== undefined)
      return writableForms([...field.forms].map(([word, { form }]) => [word, form] as const));
    let forms = this.writableForms.get(field);
    if (forms === undefined) {
      const readable = [...field.forms].flatMap(([word, { form }]): [string, Form][] => {
        const same = this.resolve(field.filterName, word)?.field === field;
        return same ? [[word, form]] : [];
      });
      forms = writableForms(readable);
      this.writableForms.set(field, forms);
    }
    return forms;
  }
}

function writableForms(forms: readonly (readonly [string, Form])[]): readonly (readonly [string, Form])[] {
  const single = forms.filter(([, { join }]) => join !== 'any' && join !== 'all');
  return single.toSorted(([, a], [, b]) => Number(isFixed(b)) - Number(isFixed(a)));
}

const isFixed = ({ takes }: Form) => takes === 'constant' || takes === 'all';

function addTo(map: Map<string, Field[]>, key: string, field: Field): void {
  const fields = map.get(key);
  if (fields) fields.push(field);
  else map.set(key, [field]);
}

/** `result`: the type of what is found, whose members say which values there are. `items`: that of the items that are tested. */
export interface QueryTypes {
  readonly search: ComplexType;
  readonly result: TypeDef | undefined;
  readonly items: TypeDef | undefined;
}

/** Types of criteria are looked at once. */
export class FieldReader {
  private readonly codec: Codec;
  private readonly options: Omit<QueryOptions, 'entries'>;
  /** By their names, and by type. */
  private readonly criteria = new Map<string, Map<TypeDef, Criterion | undefined>>();
  private readonly enumerations = new Map<TypeDef, ReturnType<typeof enumerationsIn>>();
  private readonly forms = new Map<string, Field['forms']>();
  /** Those that operators of the table name. */
  private readonly constants: readonly string[];

  constructor(codec: Codec, options: Omit<QueryOptions, 'entries'>) {
    const forms = [...(options.operators?.values() ?? [])].flat();
    this.constants = [...new Set(forms.flatMap(({ constant }) => constant ?? []))];
    this.codec = codec;
    this.options = options;
  }

  fieldsOf(types: QueryTypes): QueryFields {
    const { search, items } = types;
    const columns = new Map((items ? this.codec.members(items) : []).map((member) => [member.key, member]));
    const fields = this.codec.members(search).flatMap((member) => this.fieldOf(member, types, columns) ?? []);
    const complete = fields.map((field) => ({ ...field, forms: this.formsOf(field) }));
    return new QueryFields(complete, this.openFields(search));
  }

  /** Fields of one kind have the same words. */
  private formsOf(field: Omit<Field, 'forms'>): Field['forms'] {
    const { operators, values, ranges } = field;
    const constants = this.constants.filter((text) => values.constant?.(text) !== undefined);
    const key = JSON.stringify([
      operators && [...operators],
      values.isFlag,
      values.all !== undefined,
      ranges,
      constants,
    ]);
    const forms = this.forms.get(key) ?? formsOf(field, this.options.operators);
    this.forms.set(key, forms);
    return forms;
  }

  private openFields(search: ComplexType): OpenFields | undefined {
    const spread = openCriteria(this.codec.members(search));
    if (spread === undefined) return undefined;
    const keys = this.options.criterionOf(search)[0] ?? [];
    const kinds = criteriaTypes(spread, this.codec).flatMap((type) => this.typedField(type, spread, keys) ?? []);
    return new OpenFields(spread.items.names, kinds);
  }

  /** A field whose criteria have this type. */
  private typedField(type: ComplexType, { element }: SpreadMember, keys: CriterionKeys): Field | undefined {
    const criterion = this.criterionOf(type, keys);
    const held = criterion && typeOf(criterion.value);
    const values = held && valuesOf(held, '', this.codec);
    if (values === undefined) return undefined;
    const many = isList(criterion!.value);
    const [naming] = this.codec.namings(element.type);
    const width = widthOf(held!, many);
    const field = {
      key: '',
      filterName: '',
      values: tellable(values, width),
      operators: criterion!.operators && new Set(criterion!.operators),
      many,
      ranges: criterion!.ranges,
      bare: false,
      tested: false,
      typed: { key: naming.key, value: naming.value(type.name!), width },
    };
    return { ...field, forms: this.formsOf(field) };
  }

  private fieldOf(
    member: Member,
    { search, result }: QueryTypes,
    columns: ReadonlyMap<string, Member>,
  ): Omit<Field, 'forms'> | undefined {
    const keys = this.options.criterionOf(search)[0] ?? [];
    const type = member.kind === 'element' || member.kind === 'attribute' ? typeOf(member) : undefined;
    if (type === undefined) return undefined;
    const { key } = member;
    const criterion = this.criterionOf(type, keys);
    const filterName = this.options.shownAs(search, key);
    const held = criterion ? typeOf(criterion.value) : type;
    if (criterion === undefined && (type.kind === 'complex' || isList(member))) return undefined;
    const values = this.enumerated(type, search, key, filterName, result) ?? valuesOf(held, key, this.codec);
    if (values === undefined) return undefined;
    return {
      key,
      filterName,
      values,
      operators: criterion?.operators && new Set(criterion.operators),
      many: criterion !== undefined && isList(criterion.value),
      ranges: criterion?.ranges === true,
      bare: criterion === undefined,
      tested: this.isTested(columns.get(key) ?? columns.get(filterName), filterName, keys),
    };
  }

  private criterionOf(type: TypeDef, keys: CriterionKeys): Criterion | undefined {
    const all = this.criteria.get(keys.join(' ')) ?? new Map<TypeDef, Criterion | undefined>();
    this.criteria.set(keys.join(' '), all);
    if (all.has(type)) return all.get(type);
    const [operatorKey, valueKey, secondKey] = keys;
    const members = type.kind === 'complex' ? this.codec.members(type) : [];
    const find = (key: string | undefined) =>
      members.find((m): m is ElementMember | AttributeMember => m.key === key && m.kind !== 'text' && 'required' in m);
    const [operator, value] = [find(operatorKey), find(valueKey)];
    const operatorType = operator && typeOf(operator);
    const operators = operatorType?.kind === 'simple' ? operatorType.facets.enumeration : undefined;
    const criterion = value && { operators, value, ranges: find(secondKey) !== undefined };
    all.set(type, criterion);
    return criterion;
  }

  /** Values that the table or the members of what is found list, where the criteria hold plain texts. */
  private enumerated(
    type: TypeDef,
    search: ComplexType,
    key: string,
    filterName: string,
    result: TypeDef | undefined,
  ): Values | undefined {
    const { options, codec } = this;
    const affixes = options.affixesOf(type);
    const listed =
      options.enumerationOf(search, key) ?? (affixes && result && this.enumerationsOf(result).get(filterName));
    if (listed) return wordsOfType(listed, affixes ?? ['', ''], codec);
    return affixes && affixed(...affixes);
  }

  private enumerationsOf(type: TypeDef): ReturnType<typeof enumerationsIn> {
    let members = this.enumerations.get(type);
    if (members === undefined) this.enumerations.set(type, (members = enumerationsIn(type, this.codec)));
    return members;
  }

  /** A column shows texts; of a reference, the text of the member that is called like the field. */
  private isTested(column: Member | undefined, filterName: string, keys: CriterionKeys): boolean {
    if (column?.kind !== 'element') return false;
    const value = this.criterionOf(column.element.type, keys)?.value;
    const type = value ? typeOf(value) : column.element.type;
    if (type.kind === 'complex') return this.codec.members(type).some((member) => member.key === filterName);
    return type.builtin === 'string';
  }
}

/** Name of a member → its enumeration, in a type and the types that it holds: nearer ones go first. undefined: several are equally near. */
function enumerationsIn(type: TypeDef, codec: Codec): ReadonlyMap<string, SimpleType | undefined> {
  const enumerations = new Map<string, SimpleType | undefined>();
  const seen = new Set<TypeDef>([type]);
  for (let level: readonly TypeDef[] = [type]; level.length > 0; ) {
    const nearest = new Map<string, SimpleType | undefined>();
    const next: TypeDef[] = [];
    for (const member of level.flatMap((one) => codec.members(one))) {
      if (member.kind !== 'element' && member.kind !== 'attribute') continue;
      const held = typeOf(member);
      if (held.kind === 'complex') {
        if (!seen.has(held)) next.push(held);
        seen.add(held);
      } else if (held.facets.enumeration && !enumerations.has(member.key))
        nearest.set(member.key, !nearest.has(member.key) || nearest.get(member.key) === held ? held : undefined);
    }
    for (const [key, held] of nearest) enumerations.set(key, held);
    level = next;
  }
  return enumerations;
}

function formsOf(field: Omit<Field, 'forms'>, operators: Operators | undefined): Field['forms'] {
  const forms = new Map<string, RankedForm>();
  for (const [word, candidates] of operators ?? defaultOperators(field.operators ?? [])) {
    const rank = candidates.findIndex((form) => canHave(field, form));
    if (rank >= 0) forms.set(word, { form: candidates[rank], rank });
  }
  return forms;
}

function canHave({ operators, values, ranges }: Omit<Field, 'forms'>, form: Form): boolean {
  if (!form.untyped && (form.operator === undefined ? operators !== undefined : !operators?.has(form.operator)))
    return false;
  if (form.negated && !values.isFlag) return false;
  if (form.takes === 'range') return ranges;
  if (form.takes === 'all') return values.all !== undefined;
  return form.takes !== 'constant' || values.constant?.(form.constant!) !== undefined;
}
