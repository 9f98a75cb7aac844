// Which prefixes one element of a generated document uses and declares.
import { type QName, XML_NS, XSI_NS } from '../../src/xml/reader/names.ts';
import type { Source } from './source.ts';

const PREFIXES = ['p', 'q', 'ns1', 'x', 'a.b', '_', 'é', 'soapenv'];

export class Scope {
  readonly declared = new Map<string, string>();
  private readonly bound: Map<string, string>;
  private readonly used = new Set<string>();
  private readonly source: Source;

  constructor(parent: ReadonlyMap<string, string>, source: Source) {
    this.bound = new Map(parent);
    this.source = source;
  }

  get bindings(): ReadonlyMap<string, string> {
    return this.bound;
  }

  /** Must come before any other name of the element: unprefixed names and QName values need a free default namespace. */
  clearDefault(): void {
    if ((this.bound.get('') ?? '') !== '') this.bind('', '');
    this.used.add('');
  }

  /** Declarations that nobody asked for. */
  sprinkle(): void {
    if (!this.source.chance(10)) return;
    const prefix = this.source.pick(PREFIXES);
    if (!this.used.has(prefix)) this.bind(prefix, this.source.pick(['urn:spare:1', 'urn:spare:2']));
  }

  /** `prefix:local`. Attributes never use the default namespace. */
  spell(name: QName, attribute: boolean): string {
    if (name.ns === '') return name.local;
    const prefix = this.prefix(name.ns, attribute);
    return prefix === '' ? name.local : `${prefix}:${name.local}`;
  }

  private prefix(ns: string, attribute: boolean): string {
    if (ns === XML_NS) return 'xml';
    const open = [...this.bound].filter(([p, bound]) => bound === ns && !(attribute && p === '')).map(([p]) => p);
    if (open.length > 0 && !this.source.chance(10)) return this.use(this.source.pick(open));
    const free = ['', ...PREFIXES].filter(
      (p) => !this.used.has(p) && !this.declared.has(p) && !(attribute && p === ''),
    );
    const prefix = ns === XSI_NS && this.free('xsi') ? 'xsi' : (this.source.pick(free) ?? `n${this.declared.size}`);
    this.bind(prefix, ns);
    return this.use(prefix);
  }

  private free(prefix: string): boolean {
    return !this.used.has(prefix) && !this.declared.has(prefix);
  }

  private use(prefix: string): string {
    this.used.add(prefix);
    return prefix;
  }

  private bind(prefix: string, ns: string): void {
    this.declared.set(prefix, ns);
    this.bound.set(prefix, ns);
  }
}
