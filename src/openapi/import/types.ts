// JSON Schemas become types: a referenced schema once, other schemas at each use.
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { type Documents, type Located, nameOf, placeOf, propertyOf } from './document.ts';
import { Inheritance } from './inheritance.ts';
import type { ComplexDef, Field, TypeDef } from './model.ts';
import { Names, ncName, pascal } from './names.ts';
import type { Notes } from './notes.ts';
import { hasOnlyType, isFile, keyOf, type Node, type Shape, type Variants } from './shape.ts';
import { Shapes } from './shapes.ts';
import { SIMPLE, SimpleTypes, unionOf } from './simple-types.ts';
import { docOf, fieldOf, type Use } from './use.ts';

/** Some XML Schema tools cannot handle larger counters. */
const MOST_ITEMS = 1000;
/** More types mean an undetected recursion, or an unusable contract. */
const MOST_TYPES = 20_000;
const LONGEST = 2000;
/** Nesting of schemas, references included: bounds the recursion, of eight calls a level, with half of the stack to spare. */
const DEEPEST = 400;

export class Types {
  readonly defs: TypeDef[] = [];
  private readonly names = new Names();
  private readonly shapes: Shapes;
  private readonly simple: SimpleTypes;
  private readonly documents: Documents;
  private readonly inheritance: Inheritance;
  private readonly notes: Notes;
  /** Type of each schema that a reference leads to, by its place. */
  private readonly typeNames = new Map<string, string>();
  /** Wrapper type of each list, by its items and bounds. */
  private readonly listTypes = new Map<string, string>();
  private file: string | undefined;
  private depth = 0;
  /** Abstract types: no element of theirs is nil without a derived type. */
  private readonly abstract = new Set<string>();
  /** Lists in progress. */
  private readonly open = new Set<string>();

  constructor(documents: Documents, notes: Notes) {
    this.documents = documents;
    this.notes = notes;
    this.shapes = new Shapes(documents, notes);
    this.inheritance = new Inheritance(documents);
    this.simple = new SimpleTypes(this.defs, this.names, notes);
  }

  shape(at: Located): Shape {
    return this.shapes.of({ kind: 'one', at });
  }

  /** `hint`: name for a type without a name. Throws Problems for too many types. */
  use(node: Node, hint: string): Use {
    if (this.depth === DEEPEST) throw tooDeep(node.at);
    this.depth++;
    const use = this.nested(node, hint);
    this.depth--;
    return use;
  }

  private nested(node: Node, hint: string): Use {
    const shape = this.shapes.of(node);
    const key = keyOf(node, this.documents);
    const existing = this.typeNames.get(key);
    if (existing !== undefined) return this.finish(shape, existing);
    const target = this.reference(node);
    const typeHint = target ? ncName(nameOfSchema(target)) : hint;
    if (hasOnlyType(shape, 'array')) return this.list(shape, key, typeHint);
    if (this.defs.length > MOST_TYPES || typeHint.length > LONGEST) throw tooMuch(shape.at);
    return this.finish(
      shape,
      this.type(shape, typeHint, (name) => this.typeNames.set(key, name)),
    );
  }

  private reference(node: Node): Located | undefined {
    if (node.kind !== 'one' || propertyOf(node.at.value, '$ref') === undefined) return undefined;
    return this.documents.resolve(node.at);
  }

  private finish(shape: Shape, type: string): Use {
    const nillable = shape.nullable && !this.abstract.has(type);
    if (nillable !== shape.nullable) this.notes.add(shape.at, 'values', 'null beside a discriminator is absence');
    return { type, nillable, doc: docOf(shape), readOnly: shape.keywords.get('readOnly') === true };
  }

  private list(shape: Shape, key: string, hint: string): Use {
    const circle = this.open.has(key);
    if (circle || shape.items === undefined) {
      this.notes.add(shape.at, 'values', circle ? 'a list of itself accepts any value' : 'a list of any values');
      return { ...this.finish(shape, 'xs:anyType'), list: this.bounds(shape) };
    }
    this.open.add(key);
    let item = this.use(shape.items, hint.endsWith('Item') ? `${hint}2` : `${hint}Item`);
    this.open.delete(key);
    if (item.list) item = { ...this.wrapped(item), nillable: this.shapes.of(shape.items).nullable, isList: true };
    const { type, nillable, isList } = item;
    return { ...this.finish(shape, type), nillable, isList, list: this.bounds(shape) };
  }

  /** What a message holds: lists of lists in an element of their own, since `flatten` is about types that have a name. */
  member(node: Node, hint: string): Use {
    const use = this.use(node, hint);
    return use.isList && use.list ? { ...this.wrapped(use), isList: true } : use;
  }

  /** Wraps the list in an element, which may be empty. Lists of the same items share the type. */
  private wrapped({ list, type, nillable, isList, ...rest }: Use): Use {
    const { min, max } = list as NonNullable<Use['list']>;
    const key = `${type} ${nillable} ${min} ${max}`;
    let name = this.listTypes.get(key);
    if (name === undefined) {
      name = this.names.take(`ListOf${pascal(type.replace(/^xs:/, ''))}`);
      this.listTypes.set(key, name);
      const field: Field = { name: 'item', json: 'item', type, nillable, min, max: Math.max(max, 2) };
      this.defs.push({ kind: 'complex', name, fields: [field], lists: isList ? ['item'] : [] });
    }
    return { ...rest, type: name, nillable: false };
  }

  private bounds({ keywords, at }: Shape): { min: number; max: number } {
    const [min, max] = [keywords.get('minItems'), keywords.get('maxItems')];
    const large = typeof max === 'number' && max > MOST_ITEMS;
    if (large) this.notes.add(at, 'checks', `maxItems ${max} is not checked`);
    return {
      min: typeof min === 'number' && min <= MOST_ITEMS ? min : 0,
      max: typeof max === 'number' && !large ? max : Number.POSITIVE_INFINITY,
    };
  }

  private type(shape: Shape, name: string, onName: (name: string) => void): string {
    if (shape.alternatives) return this.alternatives(shape, shape.alternatives, name, onName);
    const types = [...(shape.types ?? [])];
    if (types.length === 1 && types[0] === 'object') return this.object(shape, name, onName);
    if (types.length > 0 && types.every((type) => SIMPLE.includes(type)))
      return this.simple.typeOf(shape, types, name, onName);
    this.notes.add(
      shape.at,
      'values',
      types.length === 0
        ? 'any JSON: xs:anyType carries only strings'
        : `one of ${types.join(', ')}: any value is accepted`,
    );
    return 'xs:anyType';
  }

  private alternatives(shape: Shape, nodes: readonly Node[], hint: string, onName: (name: string) => void): string {
    const shapes = nodes.map((node) => this.shapes.of(node));
    const simple = shapes.every(
      (alternative) =>
        !alternative.alternatives && alternative.types && [...alternative.types].every((t) => SIMPLE.includes(t)),
    );
    if (!simple) {
      this.notes.add(shape.at, 'values', 'the alternatives are of different kinds: any value is accepted');
      return 'xs:anyType';
    }
    const members = [...new Set(nodes.map((node, i) => this.use(node, `${hint}${i + 1}`).type))];
    if (members.length === 1) return members[0];
    const name = this.names.take(hint);
    onName(name);
    this.defs.push({ kind: 'simple', name, doc: docOf(shape), base: '', facets: [], union: unionOf(members) });
    return name;
  }

  private object(shape: Shape, hint: string, onName: (name: string) => void): string {
    const def: ComplexDef = { kind: 'complex', name: this.names.take(hint), doc: docOf(shape), fields: [], lists: [] };
    onName(def.name);
    this.defs.push(def);
    const variants = shape.variants ?? this.inheritance.variantsOf(shape.at);
    if (variants) this.abstract.add(def.name);
    if (variants) def.discriminator = this.discriminatorOf(shape, variants, def.name);
    else this.members(def, shape);
    return def.name;
  }

  /** The object that a multipart body is. Its files are texts in base64, with their name and media type as attributes. */
  multipart(at: Located, hint: string): Use {
    const [shape, key] = [this.shape(at), `multipart ${keyOf({ kind: 'one', at }, this.documents)}`];
    const existing = this.typeNames.get(key);
    if (existing !== undefined) return this.finish(shape, existing);
    const name = this.names.take(hint);
    const def: ComplexDef = { kind: 'complex', name, doc: docOf(shape), fields: [], lists: [] };
    this.typeNames.set(key, name);
    this.defs.push(def);
    this.members(def, shape, (node, memberHint) => {
      const member = this.shapes.of(node);
      if (isFile(member)) return this.finish(member, this.fileType());
      const item = member.items && this.shapes.of(member.items);
      if (item === undefined || !isFile(item)) return this.use(node, memberHint);
      return { ...this.finish(member, this.fileType()), nillable: false, list: this.bounds(member) };
    });
    return this.finish(shape, name);
  }

  private fileType(): string {
    if (this.file === undefined) {
      this.file = this.names.take('File');
      this.defs.push({ kind: 'file', name: this.file, doc: 'Its content, in base64.' });
    }
    return this.file;
  }

  /** A type for each variant without the discriminator, which is xsi:type here. So it differs from the schema's type elsewhere. */
  private discriminatorOf(
    common: Shape,
    { key, schemaByValue: of }: Variants,
    base: string,
  ): ComplexDef['discriminator'] {
    const values = new Map<string, string>();
    for (const [value, at] of of) {
      const shape = this.shape(at);
      const hint = `${base}${pascal(nameOfSchema(this.documents.resolve(at) ?? at))}`;
      const def: ComplexDef = {
        kind: 'complex',
        name: this.names.take(hint),
        doc: docOf(shape),
        fields: [],
        lists: [],
        base,
      };
      this.defs.push(def);
      const members = new Map([...common.members, ...shape.members]);
      members.delete(key);
      const required = new Set([...common.required, ...shape.required]);
      this.members(def, { ...shape, members, required, open: shape.open ?? common.open });
      values.set(def.name, value);
    }
    return { key, values };
  }

  private members(def: ComplexDef, shape: Shape, useOf = (node: Node, hint: string) => this.use(node, hint)): void {
    const names = new Names();
    const lists: string[] = [];
    const fields = [...shape.members].map(([json, node]): Field => {
      const use = useOf(node, `${def.name}${pascal(json) || '_'}`);
      const required = this.isRequired(json, use, shape, node);
      const name = names.take(ncName(json));
      const isBare = !use.list || (required && use.list.min > 0 && !this.shapes.of(node).nullable);
      if (!isBare || use.isList) lists.push(name);
      if (isBare) return { name, json, ...fieldOf(use, required) };
      return { name, json, ...fieldOf(this.element(use, node), required) };
    });
    const entries = this.entries(shape, def.name, names);
    def.fields = entries ? [...fields, entries] : fields;
    def.lists = lists;
    def.entries = entries?.name;
  }

  /** `[]`, null and absence differ, so an element wraps the list. */
  private element(use: Use, node: Node): Use {
    if (use.list?.max === 1) this.notes.add(node.at, 'checks', 'maxItems 1 is not checked');
    return { ...this.wrapped(use), nillable: this.shapes.of(node).nullable };
  }

  /** additionalProperties are a list of keys and values. */
  private entries(shape: Shape, hint: string, names: Names): Field | undefined {
    if (shape.open === undefined) return undefined;
    const use = shape.open === true ? undefined : this.use({ kind: 'one', at: shape.open }, `${hint}Value`);
    if (use === undefined || use.type === 'xs:anyType') {
      this.notes.add(shape.at, 'members', 'additionalProperties that are anything are left out');
      return undefined;
    }
    const key: Field = { name: 'key', json: 'key', type: 'xs:string', nillable: false, min: 1, max: 1 };
    const valueUse = use.list ? this.element(use, { kind: 'one', at: shape.open as Located }) : use;
    const value: Field = { name: 'value', json: 'value', ...fieldOf(valueUse, true) };
    const type = this.names.take(`${hint}Entry`);
    this.defs.push({ kind: 'complex', name: type, fields: [key, value], lists: use.list ? ['value'] : [] });
    return { name: names.take('entry'), json: 'entry', type, nillable: false, min: 0, max: Number.POSITIVE_INFINITY };
  }

  /** readOnly and writeOnly members are not required. */
  private isRequired(json: string, use: Use, shape: Shape, node: Node): boolean {
    if (!shape.required.has(json)) return false;
    const writeOnly = this.shapes.of(node).keywords.get('writeOnly') === true;
    if (use.readOnly || writeOnly)
      this.notes.add(
        node.at,
        'checks',
        `required on one side only (${use.readOnly ? 'readOnly' : 'writeOnly'}): not checked`,
      );
    return !use.readOnly && !writeOnly;
  }
}

/** A document that is a schema has the name of its file. */
function nameOfSchema(at: Located): string {
  return nameOf(at) || at.file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}

function tooDeep(at: Located): Problems {
  return refused(`schemas are nested more than ${DEEPEST} levels, references included, at ${placeOf(at)}`, at);
}

function tooMuch(at: Located): Problems {
  return refused(`the OpenAPI document has too many types, or too deep ones, at ${placeOf(at)}`, at);
}

function refused(message: string, { file }: Located): Problems {
  const suggestion = 'leave out operations that are not needed';
  return new Problems([new SoapstoneError('OPENAPI_SHAPE', message, { place: { file, line: 1, col: 1 }, suggestion })]);
}
