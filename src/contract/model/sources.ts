// The files of a contract, and how they refer to each other.

/** The files of a contract as they were read. */
export interface Sources {
  readonly documents: readonly SourceDocument[];
  /** Numbers of the documents from which all others are reached. */
  readonly roots: readonly number[];
  /** Interface documents leave it to others to say where the service is. */
  readonly hasPort: boolean;
}

export interface SourceDocument {
  readonly file: string;
  readonly kind: 'wsdl' | 'xsd';
  /** Target namespace; '' for none. */
  readonly ns: string;
  /** In its own encoding. */
  readonly bytes: Uint8Array;
  readonly links: readonly Link[];
}

/** An attribute of the start tag at this place, and what it should lead to. */
export interface Link {
  readonly line: number;
  readonly col: number;
  readonly attribute: 'location' | 'schemaLocation';
  readonly to: Target;
}

/** The service itself, documents by number (none: nothing that could be read), or a namespace for which we have a schema. */
export type Target = 'service' | readonly number[] | { readonly wellKnown: string };
