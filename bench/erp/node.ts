// One value of the benchmark's data, from which both its XML and its JSON are written. Knows nothing about the product.

/** How a lexical form looks in JSON: numbers and booleans stand bare. */
export type Scalar = 'string' | 'bare';

export interface Attribute {
  readonly name: string;
  readonly text: string;
}

/** An element. Exactly one of `text` and `children` is there. */
export interface Node {
  readonly name: string;
  readonly prefix: Prefix;
  readonly attributes?: readonly Attribute[];
  /** xsi:type as prefix:Name. */
  readonly type?: string;
  /** maxOccurs > 1: an array in JSON. */
  readonly list?: boolean;
  readonly text?: string;
  readonly scalar?: Scalar;
  readonly children?: readonly Node[];
}

export type Prefix = 'core' | 'sales' | 'msg';

export const namespaces: Readonly<Record<Prefix, string>> = {
  core: 'urn:core_2_1.platform.webservices.example.com',
  sales: 'urn:sales_2_1.transactions.webservices.example.com',
  msg: 'urn:messages_2_1.platform.webservices.example.com',
};

export function leaf(prefix: Prefix, name: string, text: string, scalar: Scalar = 'string'): Node {
  return { prefix, name, text, scalar };
}

export function branch(prefix: Prefix, name: string, children: readonly Node[], more: Partial<Node> = {}): Node {
  return { ...more, prefix, name, children };
}
