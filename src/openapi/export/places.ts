// Schemas of holes, texts and constants of a pattern, with the characters that a segment, a query parameter or a header field allows.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { extended } from '../../codec/schema/numerals.ts';
import { NOT_XML, XML_STRING, XML_TEXT } from '../../codec/schema/xml-characters.ts';
import type { Builtin, SimpleType } from '../../contract/model/model.ts';
import { primitive } from '../../contract/xsd/builtins.ts';
import { plainNamesOf, traitsOf } from '../../mapping/converters/call.ts';
import { type JoinedForm, joinedForm } from '../../mapping/converters/list.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { isList, type VariableType } from '../../mapping/model/variables.ts';
import type { ValueTable } from '../../mapping/syntax/value-tables.ts';
import { type ConverterCall, type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import type { Schemas } from './schemas.ts';
import { declarationText } from './value-texts.ts';

/** Types with other texts in paths and headers than in JSON. */
const OTHER_TEXTS: ReadonlySet<string> = new Set(['QName', 'NOTATION']);
const SUPPLIED = record<JsonSchema>([
  ['$now', { type: 'string', format: 'date-time' }],
  ['$uuid', { type: 'string', format: 'uuid' }],
]);

const ANY = `[^${NOT_XML}]*`;

export const COMMAS =
  'Values are separated by commas; a comma or a backslash inside a value has a backslash before it.';

/** What the table says of the place of a converter: what clients may write there, and the schema of a function. */
interface ConverterPlaces {
  describe?(call: ConverterCall, type: VariableType | undefined): string | undefined;
  readonly schemaOf?: Mapping['schemaOf'];
}

interface TextPlace {
  readonly description?: string;
  readonly schema: JsonSchema;
  /** A list in one text, its items separated by commas. */
  readonly commas: boolean;
  /** The style of such a list in a query, if another than `form`. */
  readonly style?: 'spaceDelimited' | 'pipeDelimited';
}

export class Places {
  readonly schemas: Schemas;
  private readonly tables: ReadonlyMap<string, ValueTable>;
  private readonly typeOf: (name: string) => VariableType | undefined;
  private readonly converters: ConverterPlaces;

  constructor(
    schemas: Schemas,
    tables: ReadonlyMap<string, ValueTable>,
    typeOf: (name: string) => VariableType | undefined,
    converters: ConverterPlaces = {},
  ) {
    this.converters = converters;
    this.schemas = schemas;
    this.tables = tables;
    this.typeOf = typeOf;
  }

  /** The same for the items of a list: holes have the names of its fields. */
  fieldsOf(list: string): Places {
    const type = this.typeOf(list);
    const fields = type?.kind === 'items' ? type.fields : new Map<string, VariableType>();
    return new Places(this.schemas, this.tables, (name) => fields.get(name), { schemaOf: this.converters.schemaOf });
  }

  type(name: string): VariableType | undefined {
    return this.typeOf(name);
  }

  /** A hole of a JSON body. */
  value(hole: Hole): JsonSchema {
    if (hole.constant !== undefined) return { type: 'string', enum: [hole.constant] };
    if (hole.supplied) return SUPPLIED[hole.name] ?? this.supplied(hole);
    const type = this.typeOf(hole.name);
    const schema = hole.converters.length === 0 ? this.schemas.of(type) : this.converted(hole, true);
    return this.withDefault(schema, hole);
  }

  /** A text with holes: in a path, a query, a header field. */
  text(pieces: readonly Part[], location: TextLocation): TextPlace {
    const [part] = pieces;
    if (pieces.length !== 1 || !isHole(part))
      return {
        schema: pieces.some(isHole) ? carried(this.template(pieces), location) : this.template(pieces),
        commas: false,
      };
    const innerConverters = part.converters.slice(0, -1);
    const last = part.converters.at(-1);
    const commas = last !== undefined && traitsOf(last).joins === true && innerConverters.every(isSingle);
    if (!commas) {
      const type = this.typeOf(part.name);
      const description = (last && this.converters.describe?.(last, type)) ?? declarationText(type);
      return { schema: this.withDefault(this.holeSchema(part, location), part), commas, description };
    }
    const form = joinedForm(last);
    if (form) return this.joined(part, location, form);
    return { schema: { type: 'array', items: this.commaItem(part, ITEMS[location]) }, commas, description: COMMAS };
  }

  /** A list without escapes. A query with commas tells those of items apart. */
  private joined(hole: Hole, location: TextLocation, { separator, style }: JoinedForm): TextPlace {
    const isQuery = location === 'query';
    if (style === undefined || (!isQuery && style !== 'form')) return { schema: XML_STRING, commas: false };
    const pattern = isQuery && style === 'form' ? XML_TEXT : itemPattern(location, separator);
    const schema = { type: 'array', items: this.commaItem(hole, pattern) } as const;
    return { schema, commas: true, ...(style !== 'form' && { style }) };
  }

  private commaItem({ name, converters }: Hole, pattern: string): JsonSchema {
    if (converters.length > 1) return this.converterSchema(converters.slice(0, -1), false);
    const type = this.typeOf(name);
    const item = this.schemas.item(type);
    return isText(type) ? narrowed(item, pattern) : item;
  }

  /** A hole that is a whole text, with the characters that its location allows. */
  private holeSchema(hole: Hole, location: TextLocation): JsonSchema {
    const schema = this.alone(hole);
    const last = hole.converters.at(-1);
    if (last === undefined ? !isText(this.typeOf(hole.name)) : isSingle(last)) return schema;
    if (schema === true || schema.type !== 'array') return carried(schema, location);
    return { ...schema, items: carried(schema.items ?? true, location) };
  }

  private supplied({ name }: Hole): JsonSchema {
    const type = this.typeOf(name);
    return type ? this.schemas.of(type) : XML_STRING;
  }

  /** The JSON Schema pattern has only the texts around the holes. */
  template(pieces: readonly Part[]): JsonSchema {
    if (!pieces.some(isHole)) return { type: 'string', enum: [pieces.join('')] };
    const pattern = pieces.map((part) => (isHole(part) ? ANY : escaped(part))).join('');
    return { type: 'string', pattern: `^${pattern}$` };
  }

  /** A hole that is a whole text. Repeated query parameters are a list. */
  private alone(hole: Hole): JsonSchema {
    if (hole.constant !== undefined) return { type: 'string', enum: [hole.constant] };
    if (hole.supplied) return SUPPLIED[hole.name] ?? this.supplied(hole);
    if (hole.converters.length > 0) return this.converted(hole, false);
    const type = this.typeOf(hole.name);
    if (type === undefined || type.kind === 'any') return XML_STRING;
    if (isList(type)) return { type: 'array', items: this.schemas.item(type) };
    if (type.kind === 'value' && type.type.kind === 'simple' && hasOtherText(type.type)) return XML_STRING;
    return this.schemas.of(type);
  }

  /** The default is written as in the message. */
  private withDefault(schema: JsonSchema, hole: Hole): JsonSchema {
    if (hole.default === undefined || schema === true) return schema;
    const last = hole.converters.at(-1);
    const value = last === undefined ? this.schemas.parsed(this.typeOf(hole.name), hole.default) : hole.default;
    return extended(schema, {
      default: last && traitsOf(last).defaultJson ? traitsOf(last).defaultJson!(hole.default) : value,
    });
  }

  /** The last converter makes the value in the message. */
  private converted(hole: Hole, inBody: boolean): JsonSchema {
    return this.perItem(this.converterSchema(hole.converters, inBody), hole);
  }

  private converterSchema(converters: Hole['converters'], inBody: boolean): JsonSchema {
    const last = converters.at(-1)!;
    const schema = traitsOf(last).schema?.(plainNamesOf(last), this.tables) ?? this.converters.schemaOf?.(last);
    return schema ?? (inBody ? true : XML_STRING);
  }

  /** The members of an object that a function makes; undefined: it does not say them. */
  members({ converters }: Hole): JsonSchemaObject | undefined {
    const last = converters.at(-1);
    return last && this.converters.schemaOf?.(last);
  }

  /** At lists, converters of single values convert each item. */
  private perItem(schema: JsonSchema, hole: Hole): JsonSchema {
    const items = isList(this.typeOf(hole.name)) && hole.converters.every(isSingle);
    return items ? { type: 'array', items: schema } : schema;
  }
}

function isSingle(call: ConverterCall): boolean {
  return traitsOf(call).single === true;
}

/** Lists are separated by spaces in XML, names have prefixes. */
function hasOtherText(type: SimpleType): boolean {
  if (type.variety === 'union') return (type.members ?? []).some(hasOtherText);
  return type.variety === 'list' || OTHER_TEXTS.has(type.builtin);
}

function escaped(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}

/** Places of the REST side of a rule. */
export function placesOf(
  { variables, types, flow }: MappingRule,
  schemas: Schemas,
  { tables, describe, schemaOf }: Pick<Mapping, 'tables' | 'describe' | 'schemaOf'>,
): Places {
  const numbers = new Map(variables.map((name, i) => [name, i]));
  const joinsSearches = flow?.kind === 'pages' && flow.plan.several !== undefined;
  const typeOf = (name: string) => types?.[numbers.get(name) ?? -1];
  return new Places(schemas, tables, typeOf, {
    describe: (call, type) => describe?.(call, { type, joinsSearches }),
    schemaOf,
  });
}

/** `segment`: a hole that is all of a segment. `tail`: one that takes several. */
type TextLocation = 'segment' | 'tail' | 'path' | 'query' | 'header';

const NO_SEGMENT = `[^/\\\\${NOT_XML}]`;
const PATTERNS: Readonly<Record<TextLocation, string>> = {
  segment: `^(?!\\.{1,2}$)${NO_SEGMENT}+$`,
  tail: `^${NO_SEGMENT}+(?:/${NO_SEGMENT}+)*$`,
  path: `^${NO_SEGMENT}+$`,
  query: XML_TEXT,
  header: '^[\\t -~]*$',
};
/** Items of a list that commas separate: a comma or a backslash of the value has a backslash before it. A path has no backslash. */
const ITEMS: Readonly<Record<TextLocation, string>> = {
  segment: `^[^/,\\\\${NOT_XML}]*$`,
  tail: `^[^/,\\\\${NOT_XML}]*$`,
  path: `^[^/,\\\\${NOT_XML}]*$`,
  query: `^(?:[^,\\\\${NOT_XML}]|\\\\[,\\\\])*$`,
  header: '^(?:[\\t -+\\--\\[\\]-~]|\\\\[,\\\\])*$',
};

/** Primitive types whose values may be empty, or have other characters than visible ASCII without slashes. */
const TEXTS: ReadonlySet<Builtin> = new Set([
  'string',
  'anyURI',
  'hexBinary',
  'base64Binary',
  'QName',
  'NOTATION',
  'anySimpleType',
]);

/** May a value of the variable be a text that the location does not allow? */
function isText(type: VariableType | undefined): boolean {
  if (type?.kind === 'value') return type.type.kind === 'simple' && isTextual(type.type);
  return type === undefined || type.kind === 'any' || (type.kind === 'text' && type.values === undefined);
}

function isTextual(type: SimpleType): boolean {
  if (type.facets.enumeration !== undefined) return false;
  if (type.variety === 'union') return (type.members ?? []).some(isTextual);
  return type.variety === 'list' || (type.builtin !== 'language' && TEXTS.has(primitive(type.builtin)));
}

function carried(schema: JsonSchema, location: TextLocation): JsonSchema {
  return narrowed(schema, PATTERNS[location]);
}

/** Items of a list without escapes: none holds the separator. */
function itemPattern(location: TextLocation, separator: string): string {
  if (location === 'header') return '^[\\t -+\\--~]*$';
  return location === 'query' ? `^[^${separator}${NOT_XML}]*$` : `^[^/,\\\\${NOT_XML}]*$`;
}

/** `pattern` applies to strings only (JSON Schema), so other types stay as they are. */
function narrowed(schema: JsonSchema, pattern: string): JsonSchema {
  if (schema === true) return { type: 'string', pattern };
  if (schema.enum !== undefined || schema.const !== undefined || schema.pattern === pattern) return schema;
  if (schema.pattern === undefined || schema.pattern === XML_TEXT) return extended(schema, { pattern });
  return both(schema, pattern);
}

function both(schema: JsonSchemaObject, pattern: string): JsonSchemaObject {
  return extended(schema, { allOf: [...(schema.allOf ?? []), { pattern }] });
}
