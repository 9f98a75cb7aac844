// Asks ajv about the examples of a document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** One line for each example that its schema refuses. */
export function exampleProblems(document: object): string[] {
  const text = JSON.stringify(document);
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 12, logger: false });
  formats.default(ajv);
  ajv.addSchema(JSON.parse(text), 'document');
  return [...withExamples(JSON.parse(text), '#')].flatMap(([pointer, example]) => {
    const validate = ajv.getSchema(`document${pointer}`);
    if (validate === undefined) return [`${pointer}: no schema`];
    return validate(example) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(example)}`];
  });
}

/** Schemas with examples, each with its JSON pointer. Only those of parts that OpenAPI calls a schema. */
function* withExamples(value: unknown, pointer: string): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  if ('examples' in value && Array.isArray(value.examples) && !pointer.includes('/examples'))
    for (const example of value.examples) yield [pointer, example];
  // Of a parameter or a media type.
  if ('example' in value && 'schema' in value) yield [`${pointer}/schema`, value.example];
  for (const [key, inner] of Object.entries(value))
    yield* withExamples(inner, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
}
