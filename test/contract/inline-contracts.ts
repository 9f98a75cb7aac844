// Contracts written inside the tests, and short forms of what becomes of them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import type {
  ComplexType,
  ElementDecl,
  Particle,
  Schemas,
  SimpleType,
  TypeDef,
  Wildcard,
} from '../../src/contract/model/model.ts';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { XSD_NS } from '../../src/xml/reader/names.ts';

export const NS = 'urn:t';

/** A schema for the target namespace NS (prefix t), its declarations on the lines after the first one. */
export function schema(body: string, attributes = 'elementFormDefault="qualified"', ns = NS): string {
  const target = ns === '' ? '' : `targetNamespace="${ns}"`;
  return `<xs:schema xmlns:xs="${XSD_NS}" xmlns:t="${NS}" ${target} ${attributes}>\n${body}\n</xs:schema>`;
}

export function bytes(files: Record<string, string>): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

/** Loads one good schema, after libxml2 agreed that it is one. */
export function good(body: string, attributes?: string): Schemas {
  return goodFiles({ 'main.xsd': schema(body, attributes) }).schemas;
}

/** Loads files that libxml2 accepts, beginning with the first. */
export function goodFiles(files: Record<string, string>): Contract {
  expect(judge(files)).toBe('');
  return loadContractFrom(bytes(files), Object.keys(files)[0]);
}

/** What libxml2 has against the first of the schemas: '' when it compiles. */
function judge(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'any.xml'), '<any/>');
  const args = ['--nonet', '--noout', '--schema', Object.keys(files)[0], 'any.xml'];
  const run = spawnSync('xmllint', args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (run.error) return String(run.error);
  // 3 and 4: the document is not valid, which nobody asked; the schema compiled.
  return run.status === 0 || run.status === 3 || run.status === 4 ? '' : run.stderr;
}

/** The lines of all problems of a bad schema. */
export function problems(body: string, attributes?: string): string[] {
  return problemsOf(() => loadContractFrom(bytes({ 'main.xsd': schema(body, attributes) }), 'main.xsd'));
}

export function problemsOf(load: () => unknown): string[] {
  try {
    load();
  } catch (e) {
    if (e instanceof Problems) return e.problems.map(formatError);
    throw e;
  }
  return [];
}

export function complex(schemas: Schemas, local: string): ComplexType {
  const type = schemas.types.get(`{${NS}}${local}`);
  if (type?.kind !== 'complex') throw new Error(`no complex type ${local}`);
  return type;
}

export function simple(schemas: Schemas, local: string): SimpleType {
  const type = schemas.types.get(`{${NS}}${local}`);
  if (type?.kind !== 'simple') throw new Error(`no simple type ${local}`);
  return type;
}

export function element(schemas: Schemas, local: string): ElementDecl {
  const found = schemas.elements.get(`{${NS}}${local}`);
  if (!found) throw new Error(`no element ${local}`);
  return found;
}

/** A type in a word: its local name, or what it is. */
export function named(type: TypeDef): string {
  return type.name?.local ?? (type.kind === 'simple' ? `(${type.variety} ${type.builtin})` : model(type));
}

/** Content in the manner of a DTD: `a, b?, (c | d)*`; `{}` marks an unqualified name, `&` an all group. */
export function model(type: TypeDef): string {
  if (type.kind === 'simple') return named(type);
  const { content } = type;
  if (content.kind === 'simple') return `text ${named(content.type)}`;
  return content.kind === 'empty' ? 'empty' : part(content.particle);
}

export function part(p: Particle): string {
  return `${inside(p)}${times(p.min, p.max)}`;
}

function inside(p: Particle): string {
  if (p.kind === 'element') return p.element.name.ns === '' ? `{}${p.element.name.local}` : p.element.name.local;
  if (p.kind === 'any') return wild(p.wildcard);
  return `(${p.particles.map(part).join({ sequence: ', ', choice: ' | ', all: ' & ' }[p.kind])})`;
}

function times(min: number, max: number): string {
  if (min === 1 && max === 1) return '';
  if (max === 1) return '?';
  if (max === Number.POSITIVE_INFINITY && min < 2) return min === 0 ? '*' : '+';
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

export function wild({ namespaces, process }: Wildcard): string {
  const { kind } = namespaces;
  const which = kind === 'any' ? 'any' : kind === 'not' ? `not ${namespaces.ns}` : `[${namespaces.set.join(' ')}]`;
  return `<${which} ${process}>`;
}

/** Attributes in order: `name:type`, `!` for required, `{}` for unqualified left out, `t:` for NS. */
export function attributes(type: TypeDef): string {
  if (type.kind === 'simple') return '';
  return type.attributes
    .map((use) => `${use.name.ns === '' ? '' : 't:'}${use.name.local}:${named(use.type)}${use.required ? '!' : ''}`)
    .join(' ');
}

/** A WSDL document with this content: prefixes t (NS), x (XSD), s11 and s12 (SOAP bindings). */
export function wsdl(body: string, types = ''): string {
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:x="${XSD_NS}" xmlns:t="${NS}" targetNamespace="${NS}"
 xmlns:s11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/">
<w:types>${types}</w:types>
${body}
</w:definitions>`;
}

/** A service S with one port P and one operation Op: what its binding and messages say is up to the caller. */
export function service(parts: {
  types?: string;
  messages: string;
  input?: string;
  output?: string;
  faults?: string;
  soap?: string;
  bound: string;
}): string {
  const { types, messages, input = 'In', output = 'Out', faults = '', soap = '<s11:binding/>', bound } = parts;
  const answer = output === '' ? '' : `<w:output message="t:${output}"/>`;
  return wsdl(
    `${messages}
<w:portType name="T"><w:operation name="Op"><w:input message="t:${input}"/>${answer}${faults}</w:operation></w:portType>
<w:binding name="B" type="t:T">${soap}<w:operation name="Op">${bound}</w:operation></w:binding>
<w:service name="S"><w:port name="P" binding="t:B"><s11:address location="http://h/s"/></w:port></w:service>`,
    types,
  );
}

export function loadWsdl(text: string): Contract {
  return loadContractFrom(bytes({ 'main.wsdl': text }), 'main.wsdl');
}

export function wsdlProblems(text: string): string[] {
  return problemsOf(() => loadWsdl(text));
}
