// JSON Schemas become types: a referenced schema once, other schemas at each use.
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { type Documents, type Located, placeOf, propertyOf } from './document.ts';
import type { ComplexDef, Field, TypeDef } from './model.ts';
import { Names, ncName, pascal } from './names.ts';
import type { Notes } from './notes.ts';
import { hasOnlyType, keyOf, type Node, type Shape, type Variants } from './shape.ts';
import { Shapes } from './shapes.ts';
import { FINITE, type Simple, simpleOf } from './simple.ts';
import { docOf, fieldOf, type Use } from './use.ts';

/** Some XML Schema tools cannot handle larger counters. */
const MOST_ITEMS = 1000;
/** More types mean an undetected recursion, or an unusable contract. */
const MOST_TYPES = 20_000;
const LONGEST = 2000;
/** Nesting of schemas, references included: bounds the recursion, of eight calls a level, with half of the stack to spare. */
const DEEPEST = 400;
const SIMPLE = ['string', 'integer', 'number', 'boolean'];

export class Types {
  readonly defs: TypeDef[] = [];
  private readonly names = new Names();
  private readonly shapes: Shapes;
  private readonly documents: Documents;
  private readonly notes: Notes;
  /** Type of each schema that a reference leads to, by its place. */
  private readonly typeNames = new Map<string, string>();
  /** Floating-point types without INF and NaN, by their base. */
  private readonly finite = new Map<string, string>();
  /** Wrapper type of each list, by its items and bounds. */
  private readonly listTypes = new Map<string, string>();
  private depth = 0;
  /** Lists in progress. */
  private readonly open = new Set<string>();

  constructor(documents: Documents, notes: Notes) {
    this.documents = documents;
    this.notes = notes;
    this.shapes = new Shapes(documents, notes);
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
    const typeHint = target ? ncName(lastStep(target)) : hint;
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
    return { type, nillable: shape.nullable, doc: docOf(shape), readOnly: shape.keywords.get('readOnly') === true };
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
    if (item.list) {
      this.notes.add(shape.at, 'values', 'a list in a list is an object with "item" in JSON');
      item = this.wrapped(item);
    }
    return { ...this.finish(shape, item.type), nillable: item.nillable, list: this.bounds(shape) };
  }

  /** Wraps the list in an element, which may be empty. Lists of the same items share the type. */
  private wrapped({ list, type, nillable, ...rest }: Use): Use {
    const { min, max } = list as NonNullable<Use['list']>;
    const key = `${type} ${nillable} ${min} ${max}`;
    let name = this.listTypes.get(key);
    if (name === undefined) {
      name = this.names.take(`ListOf${pascal(type.replace(/^xs:/, ''))}`);
      this.listTypes.set(key, name);
      const field: Field = { name: 'item', json: 'item', type, nillable, min, max: Math.max(max, 2) };
      this.defs.push({ kind: 'complex', name, fields: [field], lists: [] });
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
      return this.simple(shape, types, name, onName);
    this.notes.add(
      shape.at,
      'values',
      types.length === 0
        ? 'any JSON: xs:anyType carries only strings'
        : `one of ${types.join(', ')}: any value is accepted`,
    );
    return 'xs:anyType';
  }

  private simple(shape: Shape, types: readonly string[], hint: string, onName: (name: string) => void): string {
    const simple = types.map((type) => simpleOf(shape, type, this.notes));
    const plain = simple.map((simpleType) => this.plain(simpleType));
    if (plain.length === 1 && plain[0] !== undefined) return plain[0];
    const name = this.names.take(hint);
    onName(name);
    const doc = docOf(shape);
    if (simple.length === 1) this.defs.push({ kind: 'simple', name, doc, ...simple[0] });
    else
      this.defs.push({
        kind: 'simple',
        name,
        doc,
        base: '',
        facets: [],
        union: unionOf(simple.map((simpleType, i) => plain[i] ?? simpleType.base)),
      });
    return name;
  }

  /** A built-in or shared type, if one fits. */
  private plain({ base, facets }: Simple): string | undefined {
    if (facets.length === 0) return base;
    if (facets.length > 1 || facets[0] !== FINITE) return undefined;
    let shared = this.finite.get(base);
    if (shared === undefined) {
      shared = this.names.take(base === 'xs:float' ? 'Float' : 'Double');
      this.finite.set(base, shared);
      this.defs.push({ kind: 'simple', name: shared, doc: 'A JSON number.', base, facets });
    }
    return shared;
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
    if (shape.variants) def.discriminator = this.discriminatorOf(shape, shape.variants, def.name);
    else this.members(def, shape);
    return def.name;
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
      const hint = `${base}${pascal(lastStep(this.documents.resolve(at) ?? at))}`;
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

  private members(def: ComplexDef, shape: Shape): void {
    const names = new Names();
    const lists: string[] = [];
    const fields = [...shape.members].map(([json, node]): Field => {
      const use = this.use(node, `${def.name}${pascal(json) || '_'}`);
      const required = this.isRequired(json, use, shape, node);
      const name = names.take(ncName(json));
      if (!use.list || (required && use.list.min > 0 && !this.shapes.of(node).nullable))
        return { name, json, ...fieldOf(use, required) };
      lists.push(name);
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
    if (use === undefined || use.type === 'xs:anyType' || use.list) {
      const kind = use?.list ? 'lists' : 'anything';
      this.notes.add(shape.at, 'members', `additionalProperties that are ${kind} are left out`);
      return undefined;
    }
    const key: Field = { name: 'key', json: 'key', type: 'xs:string', nillable: false, min: 1, max: 1 };
    const value: Field = { name: 'value', json: 'value', ...fieldOf(use, true) };
    const type = this.names.take(`${hint}Entry`);
    this.defs.push({ kind: 'complex', name: type, fields: [key, value], lists: [] });
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

/** Union members, the strictest first: a number must not become a string. */
function unionOf(members: readonly string[]): string[] {
  const rank = (type: string) => (type === 'xs:string' ? 2 : type.startsWith('xs:') ? 1 : 0);
  return [...new Set(members)].sort((a, b) => rank(a) - rank(b));
}

function lastStep({ pointer, file }: Located): string {
  const step = pointer.slice(pointer.lastIndexOf('/') + 1) || file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
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
