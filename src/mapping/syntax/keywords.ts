// Declares keys of the language. Readers take the keys that they admit from these declarations; the JSON Schema of tables and the reference are
// written from them (scripts/mapping-keys.ts). Knows nothing about what keys mean.

/** A JSON Schema. A definition in it becomes a `$ref`. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema with a name, under `$defs`. */
export interface Definition {
  readonly definition: string;
  readonly schema: Schema;
}

/** One key of a map. */
export interface Keyword {
  /** A sentence, perhaps with links of the reference. */
  readonly docs: string;
  readonly schema: Schema | Definition;
  readonly required?: boolean;
}

/** The keys of one map of the table. */
export interface Vocabulary extends Definition {
  /** Its heading in the reference. */
  readonly title: string;
  readonly docs: string;
  readonly keywords: Readonly<Record<string, Keyword>>;
  readonly keys: readonly string[];
  readonly required: readonly string[];
}

/** `more`: what the schema says beside the keys. */
export function vocabulary(
  definition: string,
  title: string,
  docs: string,
  keywords: Vocabulary['keywords'],
  more: Schema = {},
): Vocabulary {
  const keys = Object.keys(keywords);
  const required = keys.filter((key) => keywords[key].required);
  return {
    definition,
    title,
    docs,
    keywords,
    keys,
    required,
    get schema() {
      return { ...objectSchema(docs, keywords, required), ...more };
    },
  };
}

function objectSchema(docs: string, keywords: Vocabulary['keywords'], required: readonly string[]): Schema {
  const properties = Object.fromEntries(
    Object.entries(keywords).map(([key, keyword]) => [key, describedSchema(keyword)]),
  );
  const needed = required.length > 0 && { required };
  return { type: 'object', description: plainText(docs), ...needed, additionalProperties: false, properties };
}

export function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'definition' in value;
}

export function isVocabulary(value: unknown): value is Vocabulary {
  return isDefinition(value) && 'keywords' in value;
}

function describedSchema({ docs, schema }: Keyword): Schema {
  const description = plainText(docs);
  return isDefinition(schema) ? { $ref: schema, description } : { ...schema, description };
}

/** Without the marks of Markdown. */
export function plainText(docs: string): string {
  return docs.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

export function define(definition: string, schema: Schema): Definition {
  return { definition, schema };
}

type Build = (docs: string, more?: Pick<Keyword, 'required'>) => Keyword;

/** Words with values of one kind. */
export function kind(schema: Schema | Definition): Build {
  return (docs, more = {}) => ({ docs, schema, ...more });
}

export const REQUIRED = { required: true };

/** A value of a rule with `for`. */
export const CELL = define('cell', {
  type: 'string',
  pattern: '^<[A-Za-z_]\\w*\\??>$',
  description: 'A column of a table that `forEach` names.',
});
export const SCALAR = define('scalar', { type: ['string', 'number', 'boolean'] });
export const NAME = define('name', {
  type: 'string',
  pattern: '^[A-Za-z_<][A-Za-z0-9_.<>-]*$',
  description: 'A variable, without braces.',
});
export const TIME = define('time', {
  anyOf: [{ type: 'string', pattern: '^[0-9]{1,9}(ms|s|m|h)?$' }, { type: 'integer', minimum: 1 }, CELL],
});
/** A media type, perhaps with a setting in it. */
export const MEDIA: Schema = { type: 'string', pattern: '/|\\{\\$settings\\.' };
export const TEXTS = define('texts', { anyOf: [SCALAR, { type: 'array', items: SCALAR }] });
/** Tables, each perhaps with a column that its rows must have. */
export const FOR = define('forEach', several({ type: 'string', minLength: 1 }));
export const WHEN = define('when', { type: 'object', additionalProperties: TEXTS });

/** What declarations of other rooms say. */
export const ELSEWHERE = { type: { $ref: '#/$defs/type' }, converters: { $ref: '#/$defs/converters' } };

export const text = kind(SCALAR);
export const name = kind(NAME);
export const flag = kind(orCell({ type: 'boolean' }));
export const time = kind(TIME);
/** One text, or several. */
export const texts = kind(TEXTS);
export const when = kind(WHEN);

export function orCell(schema: Schema): Schema {
  return { anyOf: [schema, CELL] };
}

export function number(minimum: number, maximum: number): Build {
  return kind(orCell({ type: 'integer', minimum, maximum }));
}

export function oneOf(values: readonly (string | number)[]): Build {
  return kind(orCell({ enum: values }));
}

export function listOf(items: Schema | Definition, minItems = 0): Schema {
  return { type: 'array', items, ...(minItems > 0 && { minItems }) };
}

export function mapOf(values: Schema | Definition): Schema {
  return { type: 'object', additionalProperties: values };
}

/** One, or a list of them. */
export function several(schema: Schema | Definition): Schema {
  return { anyOf: [schema, listOf(schema, 1)] };
}
