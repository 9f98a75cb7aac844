// The contract's documents as another parser reads them. Knows XML, and the tables' prefixes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XSD_NS } from '../../src/xml/reader/names.ts';
import { type Info, infoset } from '../laws/infoset.ts';
import { contractFolder, schemas } from './tables.ts';

export const wsdlFile = join(contractFolder, 'service.wsdl');
export const schemaFolder = join(contractFolder, 'xsd');
export const schemaFiles = () => readdirSync(schemaFolder).sort();

export const readDocument = (file: string): Info => infoset(readFileSync(file, 'utf8'));

export interface Schema {
  readonly prefix: string;
  readonly root: Info;
}

export function readSchemas(): Schema[] {
  return [...schemas()].map(([prefix, { file }]) => ({ prefix, root: readDocument(join(schemaFolder, file)) }));
}

export const elementsOf = (e: Info): Info[] => e.children.filter((c): c is Info => typeof c !== 'string');
export const named = (e: Info, local: string): Info[] => elementsOf(e).filter((c) => c.name.local === local);
export const attribute = (e: Info, local: string): string | undefined =>
  e.attributes.find((a) => a.name.local === local && a.name.ns === '')?.value;
export const textOf = (e: Info): string => e.children.map((c) => (typeof c === 'string' ? c : textOf(c))).join('');

/** The documentation of an annotation; '' without one. */
export const documentation = (e: Info): string =>
  named(e, 'annotation').map(textOf).join('').replace(/\s+/g, ' ').trim();

const prefixes = new Map([...schemas()].map(([prefix, { ns }]) => [ns, prefix]));

/** A name in an attribute as the tables write it: by their prefixes, built-in types without one. */
export function name(e: Info, qname: string): string {
  const [prefix, local] = qname.includes(':') ? qname.split(':') : ['', qname];
  const ns = e.resolve(prefix);
  return ns === XSD_NS ? local : `${prefixes.get(ns ?? '')}:${local}`;
}
