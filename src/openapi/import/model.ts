// The imported contract: the forms of WSDL and XML Schema that an API description becomes.

/** `xs:int`, or the bare name of a type in the target namespace. */
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
  /** In JSON it is the list `item` that its type holds. */
  readonly isList?: boolean;
}

export interface ComplexDef {
  readonly kind: 'complex';
  readonly name: string;
  readonly doc?: string;
  fields: readonly Field[];
  /** Fields whose type only holds the list `item`: in JSON they are that list. */
  lists: readonly string[];
  /** The field whose items (`key`, `value`) are members of the surrounding object in JSON. */
  entries?: string;
  /** The abstract type that it extends. */
  base?: TypeName;
  /** The type is abstract; in JSON, the value of the member `key` selects the derived type. */
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

/** Base64 with the attributes `fileName` and `contentType`. */
interface FileDef {
  readonly kind: 'file';
  readonly name: string;
  readonly doc: string;
}

export type TypeDef = ComplexDef | SimpleDef | FileDef;

/** A member of a message that is a parameter or header in REST. */
export interface BoundParameter {
  readonly field: Field;
  readonly place: 'path' | 'query' | 'header';
  /** Name of the parameter or header. */
  readonly name: string;
  /** The converter of a list in one text, such as `|list`; else empty. */
  readonly converter: string;
}

export interface FaultUse {
  readonly element: string;
  /** `404`, or `4XX` and `5XX` for all others. */
  readonly status: string;
}

export interface Operation {
  readonly name: string;
  readonly doc?: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly BoundParameter[];
  readonly body?: Field;
  readonly bodyRequired: boolean;
  /** Media type of the body. */
  readonly bodyMedia?: string;
  readonly status: number;
  readonly media?: string;
  readonly headers: readonly BoundParameter[];
  readonly result?: Field;
  readonly faults: readonly FaultUse[];
}

/** An element in the detail of faults. */
export interface FaultElement {
  readonly name: string;
  readonly type: TypeName;
  readonly nillable: boolean;
}

/** What the service is shown. */
export interface Credentials {
  /** Names of the fields of a credential. */
  readonly fields: readonly string[];
  /** Alternatives, each header fields of requests. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Keys below `auth.back` of the settings, as YAML. */
  readonly settings: readonly string[];
  readonly byOperation: ReadonlyMap<Operation, OperationCredentials>;
}

/** What the service is shown with one operation. */
export interface OperationCredentials {
  /** Fields that `auth` of the table and the settings send. */
  readonly automatic: readonly string[];
  /** Query parameters that the rule itself sends. */
  readonly query: readonly { readonly name: string; readonly field: string }[];
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
  readonly credentials?: Credentials;
}
