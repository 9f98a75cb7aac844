// Prefixes of namespaces in written XML: fixed for the life of a codec, so that tags are prepared bytes.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { SOAP11_NS, SOAP12_NS, XML_NS, XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';

/** Customary prefixes. */
const customary = new Map([
  [SOAP11_NS, 'soap'],
  [SOAP12_NS, 'soap12'],
]);

export class Prefixes {
  private readonly byNs = new Map<string, number>();
  private readonly prefixes: string[] = [];
  private readonly declarations: Uint8Array[] = [];
  /** Namespaces by prefix. */
  private readonly usedPrefixes = new Map<string, string>([
    ['xml', XML_NS],
    ['xmlns', XMLNS_NS],
  ]);
  private readonly dialect: Dialect;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
    this.add(XSI_NS, 'xsi');
    this.byNs.set(XML_NS, this.prefixes.push('xml') - 1);
  }

  /** Number of a namespace, assigned at first use. */
  index(ns: string): number {
    return this.byNs.get(ns) ?? this.add(ns, this.dialect.prefixOf(ns) ?? customary.get(ns));
  }

  /** Number of a namespace, if assigned; otherwise -1. For names from messages. */
  findIndex(ns: string): number {
    return this.byNs.get(ns) ?? -1;
  }

  /** The namespace that a prefix stands for. */
  namespaceOf(prefix: string): string | undefined {
    return this.usedPrefixes.get(prefix);
  }

  get size(): number {
    return this.prefixes.length;
  }

  prefix(index: number): string {
    return this.prefixes[index];
  }

  /** `p:local`, or `local` without a namespace. */
  qualified(ns: string, local: string): string {
    return ns === '' ? local : `${this.prefixes[this.index(ns)]}:${local}`;
  }

  /** Appends ` xmlns:p="…"` for a namespace number. */
  declare(index: number, out: ByteBuffer): void {
    const bytes = this.declarations[index];
    if (bytes !== undefined) out.append(bytes);
  }

  private add(ns: string, preferredPrefix: string | undefined): number {
    let prefix = preferredPrefix ?? '';
    for (let n = this.prefixes.length; prefix === '' || this.usedPrefixes.has(prefix); n++) prefix = `n${n}`;
    this.usedPrefixes.set(prefix, ns);
    const index = this.prefixes.push(prefix) - 1;
    this.byNs.set(ns, index);
    this.declarations[index] = declaration(prefix, ns);
    return index;
  }
}

function declaration(prefix: string, ns: string): Uint8Array {
  const escaped = ns.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return Buffer.from(` xmlns:${prefix}="${escaped}"`);
}
