// Namespace contexts: immutable, interned along the path of declarations, so that the records of a list, which all declare the same, share
// one context and the names learnt in it. Capped: prefixes are chosen by whoever sends the document.
import { SoapstoneError } from '../../errors/errors.ts';
import { isNCName } from './chars.ts';
import { clark, UNSIGNED_NS, XML_NS, XMLNS_NS, XSI_NS } from './names.ts';
import { equalRange, hashOf } from './scan.ts';

/** A name as it stands in a document, resolved in one context. */
export interface ResolvedName {
  readonly ns: string;
  readonly local: string;
  /** Clark notation; the key of all name tables. */
  readonly key: string;
  /** The bytes as written, prefix included. */
  readonly raw: Uint8Array;
  /** Local name of an xsi: attribute, else ''. */
  readonly xsi: string;
  /** Index among the names of its context; -1: not cached. */
  readonly number: number;
}

/** The attributes of a tag, none of which declares a namespace, in order. */
export interface TagNames {
  readonly names: readonly ResolvedName[];
  readonly hasXsi: boolean;
  /** Bytes of the longest name. */
  readonly longest: number;
  /** Tags of the element that had other attributes. */
  misses: number;
}

interface Entry extends ResolvedName {
  readonly next: Entry | undefined;
}

const MAX_NAMES = 4096;
const MAX_CHAIN = 8;
const MAX_CONTEXTS = 1024;
const MOST_ATTRIBUTES = 12;
const PATIENCE = 8;

export class NsContext {
  readonly size: number;
  /** Declarations of this context: prefix, URI, prefix, URI … */
  declared: readonly string[] = [];
  /** The inner context entered last, and the bytes of its declarations. */
  lastInside: NsContext | undefined;
  lastSpan: Uint8Array = new Uint8Array(0);
  /** By name number: the element that started next when both were last passed over. */
  readonly successors: (ResolvedName | undefined)[] = [];
  /** By name number: attributes of an earlier tag. */
  private readonly tags: (TagNames | undefined)[] = [];
  private readonly prefixes: ReadonlyMap<string, string>;
  private readonly children = new Map<string, NsContext>();
  private readonly elementNames = new Map<number, Entry>();
  private readonly attributeNames = new Map<number, Entry>();
  private names = 0;
  readonly counter: { contexts: number };

  constructor(prefixes: ReadonlyMap<string, string>, counter: { contexts: number }) {
    this.prefixes = prefixes;
    this.size = prefixes.size;
    this.counter = counter;
  }

  /** Throws UNSIGNED_PREFIX. */
  resolve(prefix: string): string | undefined {
    if (prefix === 'xml') return XML_NS;
    const ns = this.prefixes.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (ns === UNSIGNED_NS) throw unsignedPrefix(prefix);
    return ns;
  }

  remember(span: Uint8Array, inside: NsContext): void {
    if (!this.children.has(inside.declared.join('\n'))) return;
    this.lastSpan = span;
    this.lastInside = inside;
  }

  scope(): ReadonlyMap<string, string> {
    return this.prefixes;
  }

  /** The context inside an element that declares `declared` (prefix, URI, prefix, URI …). */
  inside(declared: readonly string[]): NsContext {
    const key = declared.join('\n');
    const existing = this.children.get(key);
    if (existing !== undefined) return existing;
    const prefixes = new Map(this.prefixes);
    for (let i = 0; i < declared.length; i += 2) prefixes.set(declared[i], declared[i + 1]);
    const child = new NsContext(prefixes, this.counter);
    child.declared = declared;
    if (this.counter.contexts < MAX_CONTEXTS) {
      this.counter.contexts++;
      this.children.set(key, child);
    }
    return child;
  }

  element(buf: Uint8Array, start: number, end: number): ResolvedName {
    return this.find(this.elementNames, buf, start, end, true);
  }

  /** Records that `name` started after `previous`. Names that are not cached are ignored: the sender decides how many there are. */
  follows(previous: ResolvedName, name: ResolvedName): void {
    if (previous.number >= 0 && name.number >= 0) this.successors[previous.number] = name;
  }

  tagOf(element: ResolvedName): TagNames | undefined {
    return this.tags[element.number];
  }

  /** Records the first `count` of `names` as the attributes of this element. Waits longer where its tags differ. */
  learnTag(
    element: ResolvedName,
    { names: all, count }: { readonly names: readonly ResolvedName[]; readonly count: number },
  ): void {
    const previous = this.tags[element.number];
    if (element.number < 0 || (previous !== undefined && previous.misses++ < PATIENCE)) return;
    const names = all.slice(0, count);
    if (names.length === 0 || names.length > MOST_ATTRIBUTES || names.some(({ number }) => number < 0)) return;
    const longest = Math.max(...names.map(({ raw }) => raw.length));
    this.tags[element.number] = { names, hasXsi: names.some(({ xsi }) => xsi !== ''), longest, misses: 0 };
  }

  attribute(buf: Uint8Array, start: number, end: number): ResolvedName {
    return this.find(this.attributeNames, buf, start, end, false);
  }

  private find(table: Map<number, Entry>, buf: Uint8Array, start: number, end: number, element: boolean): ResolvedName {
    const hash = hashOf(buf, start, end);
    const head = table.get(hash);
    let chain = 0;
    for (let e = head; e !== undefined; e = e.next, chain++) if (equalRange(buf, start, end, e.raw)) return e;
    // Not buf.slice: a Buffer's slice would keep the whole chunk alive.
    const hasRoom = this.names < MAX_NAMES && chain < MAX_CHAIN;
    const entry = this.learn(
      Uint8Array.prototype.slice.call(buf, start, end),
      element,
      head,
      hasRoom ? this.names : -1,
    );
    if (hasRoom) {
      this.names++;
      table.set(hash, entry);
    }
    return entry;
  }

  private learn(raw: Uint8Array, element: boolean, next: Entry | undefined, number: number): Entry {
    const text = Buffer.from(raw).toString('utf8');
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? '' : text.slice(0, colon);
    const local = colon < 0 ? text : text.slice(colon + 1);
    if (!isNCName(local) || (colon >= 0 && !isNCName(prefix)))
      throw new SoapstoneError('XML_SYNTAX', `"${text}" is not a name`);
    // Namespaces in XML 1.0 §6.2: the default namespace does not apply to attributes.
    const ns = prefix === '' && !element ? '' : this.resolve(prefix);
    if (ns === undefined) throw new SoapstoneError('XML_NAMESPACE', `prefix "${prefix}" of "${text}" is not declared`);
    return { ns, local, key: clark({ ns, local }), raw, xsi: ns === XSI_NS ? local : '', number, next };
  }
}

function unsignedPrefix(prefix: string): SoapstoneError {
  const [name, entry] = prefix === '' ? ['default namespace', '#default'] : [`prefix "${prefix}"`, 'it'];
  const advice = 'in the PrefixList of InclusiveNamespaces';
  return new SoapstoneError(
    'UNSIGNED_PREFIX',
    `the signature does not cover the ${name} of a value: its signer must list ${entry} ${advice}`,
    {
      suggestion: 'prefixes: any accepts it',
      safeMessage: `the signature does not cover the prefix of a value: its signer must list it ${advice}`,
    },
  );
}

let root = new NsContext(new Map(), { contexts: 0 });

/** The context outside the root element. Replaced when too many contexts hang on it, so that hostile documents cannot fill memory. */
export function rootContext(): NsContext {
  if (root.counter.contexts >= MAX_CONTEXTS) root = new NsContext(new Map(), { contexts: 0 });
  return root;
}

/** Namespaces in XML 1.0 §3: what may not be declared. Returns the reason, or undefined. */
export function badDeclaration(prefix: string, uri: string): string | undefined {
  if (prefix === 'xmlns') return 'the prefix "xmlns" may not be declared';
  if ((prefix === 'xml') !== (uri === XML_NS)) return 'only the prefix "xml" may stand for the XML namespace';
  if (uri === XMLNS_NS) return 'the xmlns namespace may not be declared';
  if (prefix !== '' && uri === '') return `prefix "${prefix}" may not be undeclared`;
  return prefix === '' || isNCName(prefix) ? undefined : `"${prefix}" is not a prefix`;
}
