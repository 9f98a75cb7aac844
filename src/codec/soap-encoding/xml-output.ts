// Writes elements with the namespaces that they need, within bounds on size and depth.
import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { XSD_NS, XSI_NS } from '../../xml/reader/names.ts';
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { type Deviation, DeviationError } from '../model/deviation.ts';
import { isEncodingAttribute, type MessageElement, type MessageTree } from './message-tree.ts';

type Scope = ReadonlyMap<string, string>;
export type Attribute = readonly [name: string, value: string];

const USUAL = new Map<string, string>([
  [XSD_NS, 'xsd'],
  [XSI_NS, 'xsi'],
  [encodingNamespaces['1.1'], 'soapenc'],
  [encodingNamespaces['1.2'], 'enc'],
]);

export class XmlOutput {
  private readonly limits: Limits;
  /** Prefixes of the message, and ours: each is another. */
  private readonly reserved: Set<string>;
  /** By namespace: those that the root of the message declares, and ours. */
  private readonly prefixes: Map<string, string>;
  private readonly added: Attribute[] = [];
  private readonly chunks: string[] = [];
  private readonly open: { readonly name: string; readonly local: string; readonly scope: Scope }[] = [];
  /** Elements so far: the number of the one that began last. */
  elements = 0;
  private length = 0;

  constructor({ prefixes, root }: MessageTree, limits: Limits) {
    const everywhere = [...root.context.scope()].filter(
      ([prefix, uri]) => prefix !== '' && prefixes.get(prefix) === uri,
    );
    this.reserved = new Set(prefixes.keys());
    this.prefixes = new Map(everywhere.map(([prefix, uri]) => [uri, prefix]));
    this.limits = limits;
  }

  /** `local` with a prefix that the innermost `root` declares. */
  qualified(ns: string, local: string): string {
    return ns === '' ? local : `${this.prefix(ns)}:${local}`;
  }

  private prefix(ns: string): string {
    let prefix = this.prefixes.get(ns);
    if (prefix === undefined) {
      const usual = USUAL.get(ns) ?? 'n';
      prefix = usual;
      for (let i = 1; this.reserved.has(prefix); i++) prefix = `${usual}${i}`;
      this.reserved.add(prefix);
      this.prefixes.set(ns, prefix);
      this.added.push([`xmlns:${prefix}`, ns]);
    }
    return prefix;
  }

  /** As it stands, all the way down. */
  copy(element: MessageElement): void {
    this.copyStart(element);
    for (const child of element.children) {
      if (typeof child === 'string') this.text(child);
      else this.copy(child);
    }
    this.end();
  }

  /** The start tag as it stands. */
  copyStart(element: MessageElement): void {
    const { name, context, attributes } = element;
    this.tag(text(name.raw), name.local, context.scope(), attributes.map(asWritten));
  }

  /** An element with all prefixes that `qualified` gives out meanwhile. */
  root(name: string, element: MessageElement, attributes: readonly Attribute[], content: () => void): void {
    this.tag(name, localOf(name), scopeOf(element, name), [...attributes, ...valueAttributes(element)], false);
    const at = this.chunks.push('', '>') - 2;
    content();
    this.end();
    this.chunks[at] = this.added.map(written).join('');
  }

  /** A start tag in the scope of `element`, with its attributes that are no part of the encoding. */
  start(name: string, element: MessageElement, attributes: readonly Attribute[] = []): void {
    this.tag(name, localOf(name), scopeOf(element, name), [...attributes, ...valueAttributes(element)]);
  }

  /** The start tag of `value` under another name. Its id stays with the value itself. */
  startAs({ ns, local }: Pick<ResolvedName, 'ns' | 'local'>, value: MessageElement): void {
    const attributes = value.attributes.filter(({ name: { key } }) => key !== 'id');
    const name = this.qualified(ns, local);
    this.tag(name, local, scopeOf(value, name), attributes.map(asWritten));
  }

  private tag(name: string, local: string, scope: Scope, attributes: readonly Attribute[], whole = true): void {
    const outer: Scope = this.open.at(-1)?.scope ?? NO_SCOPE;
    this.open.push({ name, local, scope });
    const { depth, elements } = this.limits;
    if (this.open.length > depth) this.fail('XML_LIMIT', `elements are nested deeper than ${depth}`);
    if (++this.elements > elements) this.fail('XML_LIMIT', `there are more than ${elements} elements`);
    const declared = scope === outer ? [] : declarations(outer, scope);
    this.add(`<${name}${[...declared, ...attributes].map(written).join('')}${whole ? '>' : ''}`);
  }

  end(): void {
    this.add(`</${this.open.pop()!.name}>`);
  }

  text(value: string): void {
    this.add(value.replace(/[&<>\r]/g, reference));
  }

  private add(chunk: string): void {
    this.length += chunk.length;
    if (this.length > this.limits.bytes)
      this.fail(
        'XML_LIMIT',
        `the message has more than ${this.limits.bytes} characters when its references are resolved`,
      );
    this.chunks.push(chunk);
  }

  /** `child`: of the innermost open element, which is not open yet. */
  fail(code: ErrorCode, message: string, child?: string): never {
    throw new SoapstoneError(code, message, { path: this.path(child), safeMessage: message });
  }

  /** As `fail`, for what could be accepted. */
  deviate(deviation: Deviation, code: ErrorCode, message: string): never {
    throw new DeviationError(deviation, code, message, { path: this.path(), safeMessage: message });
  }

  /** `child`: of the innermost open element, which is not open yet. */
  path(child?: string): string {
    return [...this.open.map(({ local }) => local), ...(child === undefined ? [] : [child])].join('/');
  }

  bytes(): Uint8Array {
    return Buffer.from(this.chunks.join(''));
  }
}

const NO_SCOPE: Scope = new Map();

/** Cache: most elements of a message have one scope. */
const reduced = new WeakMap<Scope, Scope>();

/** The declarations around `element`, for a tag that `qualified` has named: without prefix it has no namespace. */
function scopeOf({ context }: MessageElement, name: string): Scope {
  const scope = context.scope();
  return name.includes(':') || !scope.has('') ? scope : withoutDefault(scope);
}

function withoutDefault(scope: Scope): Scope {
  let inner = reduced.get(scope);
  if (inner === undefined) {
    inner = new Map([...scope].filter(([prefix]) => prefix !== ''));
    reduced.set(scope, inner);
  }
  return inner;
}

/** What differs. */
function declarations(outer: Scope, inner: Scope): Attribute[] {
  const declared: Attribute[] = [];
  for (const [prefix, uri] of inner)
    if (outer.get(prefix) !== uri) declared.push([prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]);
  if (!inner.has('') && (outer.get('') ?? '') !== '') declared.push(['xmlns', '']);
  return declared;
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function valueAttributes({ attributes }: MessageElement): Attribute[] {
  return attributes.filter(({ name }) => !isEncodingAttribute(name)).map(asWritten);
}

function asWritten({ name, value }: MessageElement['attributes'][number]): Attribute {
  return [text(name.raw), value];
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

function written([name, value]: Attribute): string {
  return ` ${name}="${value.replace(/[&<>"\t\n\r]/g, reference)}"`;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function reference(character: string): string {
  return REFERENCES[character];
}
