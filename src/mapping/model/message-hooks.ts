// What the converters of a body do around the patterns of a rule.
import type { Tolerance } from '../../codec/model/codec.ts';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';

export interface MessageHooks {
  /** Call this when a client's REST request is read. Throws SoapstoneError for what the client may not ask. */
  read?(bindings: Bindings): void;
  /** The values to write on the REST side. */
  write?(bindings: Bindings): Bindings;
  /** What may be left out of the SOAP request. */
  tolerance?(bindings: Bindings): Partial<Tolerance> | undefined;
  /** The schema of what REST clients see. */
  readonly schema?: SchemaChange;
}

/** `components`: targets of `$ref`, by name. */
export type SchemaChange = (schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>) => JsonSchema;
