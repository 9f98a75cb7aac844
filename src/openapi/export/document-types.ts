// An OpenAPI 3.1 document as data (OpenAPI Specification 3.1.0 §4.8), as far as it is written here. Objects that hold names from tables and
// contracts have no prototype.
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { Info } from '../../mapping/syntax/info.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: InfoObject;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** For operations without one of their own. */
  readonly security: OperationObject['security'];
  readonly paths: Record<string, SharedPathItem>;
  readonly components: {
    readonly schemas: Record<string, JsonSchema>;
    readonly parameters: Record<string, ParameterObject>;
    readonly responses: Record<string, ResponseObject>;
    readonly headers: Record<string, HeaderObject>;
    readonly securitySchemes?: Record<string, object>;
  };
}

export type InfoObject = Info & { readonly title: string; readonly version: string };

/** Operations by their methods in lower case. */
export type PathItem = Record<string, SharedOperation>;

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** The same, with the parameters that all operations have (§4.8.9). */
export type SharedPathItem = { readonly [method in Method]?: SharedOperation } & {
  readonly parameters?: readonly (ParameterObject | Reference)[];
};

export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  /** By status, and `default`. */
  readonly responses: Record<string, ResponseObject | Reference>;
  /** Alternatives; an empty entry means that none is required. */
  readonly security?: readonly Record<string, readonly string[]>[];
}

/** Larger parameters stand under `components`. */
export type SharedOperation = Omit<OperationObject, 'parameters'> & {
  readonly parameters?: readonly (ParameterObject | Reference)[];
};

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  /** Its slashes are those of the path. */
  readonly 'x-segments'?: true;
  /** How an array is written (§4.8.12.1). */
  readonly style?: 'form' | 'simple' | 'spaceDelimited' | 'pipeDelimited';
  /** false for the items of an array in one value, separated by commas. */
  readonly explode?: boolean;
  /** Of a parameter that requests must have. */
  readonly example?: unknown;
  readonly schema: JsonSchema;
}

export interface RequestBodyObject {
  readonly required: boolean;
  readonly content: Record<string, MediaType>;
}

export interface MediaType {
  readonly schema: JsonSchema;
  /** Media types of the parts of a form (§4.8.15); of forms alone. */
  readonly encoding?: Record<string, { readonly contentType: string }>;
  /** That of the table, or a generated one that the schema does not have. */
  readonly example?: unknown;
  /** JSON path of the list whose items are the lines of this text: `$` or `$.member` of the JSON beside it. */
  readonly lines?: string;
  /** A generated one, which may stand in the schema. */
  readonly sample?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Record<string, HeaderObject | Reference>;
  readonly content?: Record<string, MediaType>;
}

export interface HeaderObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface Reference {
  readonly $ref: string;
}
