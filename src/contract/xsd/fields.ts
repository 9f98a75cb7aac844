// The attributes of xs:element, read in one pass.
import type { XmlElement } from '../../xml/tree.ts';

/** Attributes of xs:element. */
export interface ElementFields {
  name?: string;
  ref?: string;
  type?: string;
  form?: string;
  nillable?: string;
  abstract?: string;
  default?: string;
  fixed?: string;
  minOccurs?: string;
  maxOccurs?: string;
}

const KEYS: ReadonlyMap<string, keyof ElementFields> = new Map(
  (['name', 'ref', 'type', 'form', 'nillable', 'abstract', 'default', 'fixed', 'minOccurs', 'maxOccurs'] as const).map(
    (key) => [key, key],
  ),
);

/** All attributes in one pass: reading elements takes most of the time of loading a contract. */
export function fieldsOf(e: XmlElement): ElementFields {
  const fields: ElementFields = {
    name: undefined,
    ref: undefined,
    type: undefined,
    form: undefined,
    nillable: undefined,
    abstract: undefined,
    default: undefined,
    fixed: undefined,
    minOccurs: undefined,
    maxOccurs: undefined,
  };
  const { attributes } = e;
  for (let i = 0; i < attributes.length; i++) {
    const { name, value } = attributes[i];
    const key = name.ns === '' ? KEYS.get(name.local) : undefined;
    if (key !== undefined) fields[key] = value;
  }
  return fields;
}
