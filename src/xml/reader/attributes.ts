// The attributes of one start tag by their names: declarations taken out, prefixes resolved, duplicates refused.
import { SoapstoneError } from '../../errors/errors.ts';
import { badDeclaration, type NsContext, type ResolvedName, type TagNames } from './namespace-context.ts';
import { equalAt, equalRange } from './scan.ts';
import { isDeclaration, scanValue, TagText } from './tag-text.ts';

const MANY = 12;
const NO_STRINGS: readonly string[] = [];

/** After `resolve` there are only attributes that declare nothing: names[i], value bytes via `value(i)`, start[i], end[i]. */
export class AttributeList extends TagText {
  readonly names: ResolvedName[] = [];
  /** One attribute at least is in the xsi namespace; set by `resolve`. */
  hasXsi = false;
  /** Namespace declarations of this tag: prefix, URI, prefix, URI … */
  declared: readonly string[] = NO_STRINGS;
  /** Context that names[k] was resolved in. */
  private readonly contexts: (NsContext | undefined)[] = [];

  override clear(): void {
    super.clear();
    this.hasXsi = false;
    this.declared = NO_STRINGS;
  }

  /** Index of the attribute of this local name in the xsi namespace; -1 without one. */
  findXsi(local: string): number {
    for (let k = 0; k < this.count; k++) if (this.names[k].xsi === local) return k;
    return -1;
  }

  /** Takes out the namespace declarations, resolves names, refuses duplicates. Returns the element's own context. */
  resolve(outer: NsContext, offset: number): NsContext {
    if (this.count === 0) return outer;
    try {
      return this.resolveAll(outer);
    } catch (e) {
      throw e instanceof SoapstoneError && e.offset === undefined
        ? new SoapstoneError(e.code, e.message, { offset })
        : e;
    }
  }

  /**
   * `read` and `resolve` at once, for a tag that has the same attributes as one before, written in the plainest way. 0: it has not, or more
   * bytes are needed.
   */
  readLike({ names, hasXsi, longest }: TagNames, ctx: NsContext, buf: Uint8Array, i: number, end: number): number {
    const { limits } = this;
    if (names.length > limits.attributes || longest > limits.name) return 0;
    for (let k = 0; k < names.length; k++) {
      const { raw } = names[k];
      const equals = i + 1 + raw.length;
      if (equals + 2 >= end || buf[i] !== 0x20 || buf[equals] !== 0x3d || buf[equals + 1] !== 0x22) return 0;
      if (!equalAt(buf, i + 1, raw)) return 0;
      const close = scanValue(buf, equals + 2, end, 0x22);
      if (close === end || buf[close] !== 0x22) return 0;
      this.names[k] = names[k];
      this.contexts[k] = ctx;
      this.start[k] = equals + 2;
      this.end[k] = close;
      this.inScratch[k] = false;
      i = close + 1;
    }
    const closed = i < end && buf[i] === 0x2f;
    if (closed) i++;
    if (i >= end || buf[i] !== 0x3e) return 0;
    this.clear();
    this.buf = buf;
    this.count = names.length;
    this.hasXsi = hasXsi;
    this.closed = closed;
    return i + 1;
  }

  private resolveAll(outer: NsContext): NsContext {
    const inner = this.declares ? this.enter(outer) : outer;
    for (let k = 0; k < this.count; k++) {
      const name = this.nameOf(inner, k);
      this.names[k] = name;
      this.contexts[k] = inner;
      if (name.xsi !== '') this.hasXsi = true;
    }
    if (this.count > 1) this.refuseDuplicates();
    return inner;
  }

  private enter(outer: NsContext): NsContext {
    const { buf } = this;
    const [from, to] = this.declarationSpan();
    const cached = outer.lastInside;
    const inner =
      cached !== undefined && equalRange(buf, from, to, outer.lastSpan)
        ? this.takeKnown(cached)
        : this.takeNew(outer, from, to);
    if (inner.size > this.limits.namespaces) {
      throw new SoapstoneError('XML_LIMIT', `more than ${this.limits.namespaces} namespaces are in scope`);
    }
    return inner;
  }

  /** From the first declaration to the end of the last one. */
  private declarationSpan(): [number, number] {
    let from = -1;
    let to = 0;
    for (let k = 0; k < this.count; k++) {
      if (!isDeclaration(this.buf, this.nameStart[k], this.nameEnd[k])) continue;
      if (from < 0) from = this.nameStart[k];
      to = this.inScratch[k] ? this.nameStart[k] : this.end[k];
    }
    return [from, to];
  }

  /** Records of a list repeat their declarations byte for byte. */
  private takeKnown(inner: NsContext): NsContext {
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      if (!isDeclaration(this.buf, this.nameStart[k], this.nameEnd[k])) this.move(k, count++);
    }
    this.count = count;
    this.declared = inner.declared;
    return inner;
  }

  private takeNew(outer: NsContext, from: number, to: number): NsContext {
    const plain = !this.inScratch.slice(0, this.count).includes(true);
    const declared: string[] = [];
    this.declared = declared;
    this.takeDeclarations(declared);
    const inner = outer.inside(declared);
    if (plain) outer.remember(Uint8Array.prototype.slice.call(this.buf, from, to), inner);
    return inner;
  }

  /** Most tags have the attributes of the tag before. */
  private nameOf(inner: NsContext, k: number): ResolvedName {
    const previous = this.names[k];
    const start = this.nameStart[k];
    const end = this.nameEnd[k];
    if (inner === this.contexts[k] && previous !== undefined && equalRange(this.buf, start, end, previous.raw))
      return previous;
    return inner.attribute(this.buf, start, end);
  }

  private takeDeclarations(declared: string[]): void {
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      if (isDeclaration(this.buf, this.nameStart[k], this.nameEnd[k])) this.addDeclaration(k, declared);
      else this.move(k, count++);
    }
    this.count = count;
  }

  private addDeclaration(k: number, declared: string[]): void {
    const from = this.nameStart[k] + 6;
    const prefix = from > this.nameEnd[k] ? '' : Buffer.from(this.buf.subarray(from, this.nameEnd[k])).toString();
    const uri = Buffer.from(this.value(k).subarray(this.start[k], this.end[k])).toString();
    const bad =
      badDeclaration(prefix, uri) ??
      (from === this.nameEnd[k] ? 'a namespace declaration without a prefix' : undefined);
    if (bad !== undefined) this.fail(this.nameStart[k], 'XML_NAMESPACE', bad);
    for (let d = 0; d < declared.length; d += 2) {
      if (declared[d] === prefix)
        this.fail(this.nameStart[k], 'XML_SYNTAX', `the prefix "${prefix}" is declared twice`);
    }
    declared.push(prefix, uri);
  }

  private refuseDuplicates(): void {
    const { names, count } = this;
    if (count > MANY) {
      const keys = new Set<string>();
      for (let k = 0; k < count; k++) this.refuse(keys.size === keys.add(names[k].key).size, k);
    } else {
      for (let k = 1; k < count; k++) for (let j = 0; j < k; j++) this.refuse(names[j].key === names[k].key, k);
    }
  }

  private refuse(twice: boolean, k: number): void {
    if (twice) this.fail(this.nameStart[k], 'XML_SYNTAX', `the attribute "${this.names[k].key}" stands twice`);
  }
}
