// The schemas as a stranger's validator takes them.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createCodec } from '../../../src/codec/create.ts';
import { type Dialect, dialect as plain } from '../../../src/codec/datatypes/dialect.ts';
import { jsonSchema } from '../../../src/codec/schema/schema-set.ts';
import type { ElementDecl, Schemas, TypeDef } from '../../../src/contract/model/model.ts';

/**
 * Problems of a value as `path keyword`. Compiles under ajv's strict mode, in which a keyword that ajv does not know is an error.
 * `ownProperties`: a member that is absent must not be found on Object.prototype.
 */
export function validator(
  target: TypeDef | ElementDecl,
  schemas: Schemas,
  dialect: Dialect = plain(),
): (value: unknown) => string[] {
  const schema = jsonSchema(target, createCodec(schemas, dialect));
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    // ajv divides doubles.
    multipleOfPrecision: 9,
  });
  ajv.addVocabulary(['discriminator']);
  const check = ajv.compile(schema);
  return (value) => (check(value) ? [] : check.errors!.map((e) => `${e.instancePath || '$'} ${e.keyword}`));
}
