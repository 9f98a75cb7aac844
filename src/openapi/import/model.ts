// A contract before it is written: the few forms of WSDL and XML Schema that an API description becomes.

/** `xs:int`, or the bare name of a type of ours. */
type TypeName = string;

/** An element of a sequence. `max` is Infinity for a list without bound. */
export interface Field {
  readonly name: string;
  /** Its name in JSON. */
  readonly json: string;
  readonly type: TypeName;
  readonly min: number;
  readonly max: number;
  readonly nillable: boolean;
  readonly doc?: string;
}

export interface ComplexDef {
  readonly kind: 'complex';
  readonly name: string;
  readonly doc?: string;
  fields: readonly Field[];
  /** Names of fields whose type holds nothing but the list `item`: in JSON they are that list. */
  lists: readonly string[];
  /** Name of the field whose items, `key` and `value`, are members of the object around it in JSON. */
  entries?: string;
  /** The abstract type that it extends. */
  base?: TypeName;
  /** The type is abstract; in JSON the member `key` says which one of others stands there: its value, by type. */
  discriminator?: { readonly key: string; readonly values: ReadonlyMap<TypeName, string> };
}

interface SimpleDef {
  readonly kind: 'simple';
  readonly name: string;
  readonly doc?: string;
  readonly base: TypeName;
  readonly facets: readonly (readonly [string, string])[];
  /** In place of base and facets. */
  readonly union?: readonly TypeName[];
}

export type TypeDef = ComplexDef | SimpleDef;

/** A member of a message that stands at a place of the REST request or response. */
export interface Bound {
  readonly field: Field;
  readonly place: 'path' | 'query' | 'header';
  /** Name of the parameter or header. */
  readonly name: string;
  /** One text for a list. */
  readonly csv: boolean;
}

export interface FaultUse {
  readonly element: string;
  /** `404`, or `4XX` and `5XX` for what no other row of the operation takes. */
  readonly status: string;
}

export interface Operation {
  readonly name: string;
  readonly doc?: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Bound[];
  readonly body?: Field;
  /** Media type of the body. */
  readonly bodyMedia?: string;
  readonly status: number;
  readonly media?: string;
  readonly headers: readonly Bound[];
  readonly result?: Field;
  readonly faults: readonly FaultUse[];
}

/** An element that stands in the detail of faults. */
export interface FaultElement {
  readonly name: string;
  readonly type: TypeName;
  readonly nillable: boolean;
}

export interface Api {
  readonly title: string;
  readonly doc?: string;
  readonly namespace: string;
  /** Address of the service, as the description has it. */
  readonly server: string;
  readonly types: readonly TypeDef[];
  readonly faults: readonly FaultElement[];
  readonly operations: readonly Operation[];
  /** Lines about credentials. */
  readonly security: readonly string[];
}
