// Exclusive XML Canonicalization 1.0 (W3C, 18 July 2002) and Canonical XML 1.0 (W3C, 15 March 2001), without comments, of one element of a
// document. For XML signatures of messages: the bytes may be hostile, and the work is linear in them.
import { arrivedLimits } from './reader/limits.ts';
import { UNSIGNED_NS, XML_NS } from './reader/names.ts';
import { END, EOF, NEED_INPUT, START, TEXT, XmlReader } from './reader/reader.ts';

export interface Canonicalization {
  readonly exclusive: boolean;
  /** Exclusive alone: prefixes that are treated as in Canonical XML ('' for the default namespace; §3, InclusiveNamespaces). */
  readonly prefixes?: readonly string[];
  /** Exclusive alone: the namespace of prefixes whose declarations the form leaves out. Absent: the form does not have them. */
  readonly undeclared?: string;
}

/** The form repeats namespaces: most characters of it for each byte of the document, and for small documents. */
const MOST_FOR_BYTE = 8;
const MOST_FOR_SMALL = 64 * 1024;

/** `at`: offset of the element's `<` in a document in UTF-8. `most`: characters of the form. Throws SoapstoneError XML_*. */
export function canonicalize(
  bytes: Uint8Array,
  at: number,
  method: Canonicalization,
  most = MOST_FOR_BYTE * bytes.length + MOST_FOR_SMALL,
): Buffer {
  return Buffer.from(formOf(bytes, at, method, most).xml);
}

/**
 * Prefixes that values of the element use and its exclusive form does not declare ('' for the default namespace): what InclusiveNamespaces must list.
 * Texts that look like such a use count.
 */
export function prefixesOfValues(bytes: Uint8Array, at: number): readonly string[] {
  const used = new Set<string>();
  formOf(bytes, at, { exclusive: true, undeclared: UNSIGNED_NS }, Number.POSITIVE_INFINITY, (value, form, scope) => {
    for (const prefix of ['', ...namesBeforeColons(value)])
      if (form.get(prefix) === UNSIGNED_NS && scope.get(prefix) !== '') used.add(prefix);
  });
  return [...used].toSorted();
}

/** Runs of name characters, each looked at once; digits and marks begin no name. */
function namesBeforeColons(value: string): string[] {
  const runs = value.match(/(?<![\p{L}\p{M}\p{N}._-])[\p{L}\p{M}\p{N}._-]+(?=:)/gu) ?? [];
  return runs.map((run) => run.replace(/^[^\p{L}_]+/u, ''));
}

/** Sees each text and attribute value, with the namespaces that the form and the document have around it. */
type OnValue = (value: string, form: Namespaces, scope: Namespaces) => void;

function formOf(bytes: Uint8Array, at: number, method: Canonicalization, most: number, onValue?: OnValue): Output {
  const scope = new Scope();
  let out: Output | undefined;
  const onInstruction = (start: number, end: number) => out?.instruction(bytes.subarray(start, end));
  const reader = new XmlReader({ transcoded: true, limits: arrivedLimits, onInstruction });
  reader.feed(bytes);
  reader.finish();
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === TEXT) out?.text(reader.text.subarray(reader.textStart, reader.textEnd), scope);
    else if (token === START) {
      scope.open(pairs(reader.attributes.declared));
      if (!out && reader.startOffset === at) out = new Output(method, scope.xmlAttributes, onValue);
      if (out) {
        out.start(reader, scope);
        if (out.xml.length > most) reader.fail('XML_LIMIT', 'the canonical form is too large');
      } else scope.keepXmlAttributes(attributesOf(reader));
    } else if (token === END) {
      scope.close();
      if (out?.end()) return out;
    }
  }
  throw new RangeError('no element begins there');
}

function pairs(flat: readonly string[]): (readonly [string, string])[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]] as const);
}

/** Prefix → namespace of the open elements. An element costs as much as it declares. */
class Namespaces {
  readonly current = new Map<string, string>();
  private readonly previous: (readonly (readonly [string, string | undefined])[])[] = [];

  open(declared: readonly (readonly [string, string])[]): void {
    this.previous.push(
      declared.length === 0 ? NOTHING : declared.map(([prefix]) => [prefix, this.current.get(prefix)]),
    );
    for (const [prefix, uri] of declared) this.current.set(prefix, uri);
  }

  close(): void {
    for (const [prefix, uri] of this.previous.pop() ?? NOTHING)
      if (uri === undefined) this.current.delete(prefix);
      else this.current.set(prefix, uri);
  }

  get(prefix: string): string {
    return this.current.get(prefix) ?? '';
  }
}

const NOTHING: readonly (readonly [string, string])[] = [];

class Scope extends Namespaces {
  /** Of the ancestors, the innermost ones (Canonical XML 1.0 §2.4): by local name. */
  readonly xmlAttributes = new Map<string, Attribute>();

  /** The ancestors of the element are all open when it is met, but closed ones before it are not its ancestors. */
  private readonly replaced: (readonly (readonly [string, Attribute | undefined])[])[] = [];

  keepXmlAttributes(attributes: readonly Attribute[]): void {
    const added = attributes.filter(({ ns }) => ns === XML_NS);
    this.replaced.push(added.map(({ local }) => [local, this.xmlAttributes.get(local)]));
    for (const attribute of added) this.xmlAttributes.set(attribute.local, attribute);
  }

  override close(): void {
    super.close();
    for (const [local, attribute] of this.replaced.pop() ?? [])
      if (attribute === undefined) this.xmlAttributes.delete(local);
      else this.xmlAttributes.set(local, attribute);
  }
}

interface Attribute {
  readonly ns: string;
  readonly local: string;
  readonly raw: string;
  readonly value: string;
}

class Output {
  xml = '';
  private readonly open: string[] = [];
  /** Namespaces that the open elements have been written with. */
  private readonly rendered = new Namespaces();
  private readonly method: Canonicalization;
  private readonly inherited: readonly Attribute[];
  private readonly onValue: OnValue | undefined;

  constructor(method: Canonicalization, inherited: ReadonlyMap<string, Attribute>, onValue: OnValue | undefined) {
    this.method = method;
    this.onValue = onValue;
    this.inherited = method.exclusive ? [] : [...inherited.values()];
  }

  start(reader: XmlReader, scope: Namespaces): void {
    const raw = Buffer.from(reader.name.raw).toString();
    const attributes = this.withInherited(attributesOf(reader));
    const fresh = this.declarations(new Set(this.candidates(raw, attributes, reader, scope)), reader, scope);
    this.rendered.open(fresh);
    this.xml += `<${raw}`;
    for (const [prefix, uri] of fresh) this.xml += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${attributeText(uri)}"`;
    for (const { value } of attributes) this.noteValue(value, scope);
    for (const attribute of attributes.toSorted(byName))
      this.xml += ` ${attribute.raw}="${attributeText(attribute.value)}"`;
    this.xml += '>';
    this.open.push(raw);
  }

  /** What the open elements of the output do not say yet, by prefix. */
  private declarations(used: ReadonlySet<string>, reader: XmlReader, scope: Namespaces) {
    const fresh = [...used]
      .filter((prefix) => prefix !== 'xml' && scope.get(prefix) !== this.rendered.get(prefix))
      .map((prefix) => [prefix, scope.get(prefix)] as const);
    return [...fresh, ...this.leftOut(used, reader, scope)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The form of an element does not say either that there is no default namespace around it. */
  private leftOut(used: ReadonlySet<string>, reader: XmlReader, scope: Namespaces): (readonly [string, string])[] {
    const { undeclared, prefixes = [] } = this.method;
    if (undeclared === undefined) return [];
    const isApex = this.open.length === 0;
    return [...new Set([...this.declared(reader, scope), ...(isApex ? [''] : [])])]
      .filter((prefix) => prefix !== 'xml' && !used.has(prefix) && !prefixes.includes(prefix))
      .filter((prefix) => isApex || ![scope.get(prefix), undeclared].includes(this.rendered.get(prefix)))
      .map((prefix) => [prefix, undeclared]);
  }

  private declared({ attributes }: XmlReader, scope: Namespaces): string[] {
    const isApex = this.open.length === 0;
    return isApex ? [...scope.current.keys()] : pairs(attributes.declared).map(([prefix]) => prefix);
  }

  /** Prefixes that may have to be declared here. What ancestors in the output have declared is inherited. */
  private candidates(raw: string, attributes: readonly Attribute[], reader: XmlReader, scope: Namespaces): string[] {
    const declared = this.declared(reader, scope);
    if (!this.method.exclusive) return declared;
    const used = attributes.filter(({ ns }) => ns !== '').map((attribute) => prefixOf(attribute.raw));
    const { prefixes = [] } = this.method;
    return [prefixOf(raw), ...used, ...declared.filter((prefix) => prefixes.includes(prefix))];
  }

  private withInherited(attributes: Attribute[]): Attribute[] {
    if (this.open.length > 0) return attributes;
    const present = new Set(attributes.map(({ raw }) => raw));
    return [...attributes, ...this.inherited.filter(({ raw }) => !present.has(raw))];
  }

  text(bytes: Uint8Array, scope: Namespaces): void {
    const text = Buffer.from(bytes).toString();
    this.noteValue(text, scope);
    this.xml += text.replace(/[&<>\r]/g, (c) => TEXTS[c]);
  }

  private noteValue(value: string, scope: Namespaces): void {
    if (value.trim() !== '') this.onValue?.(value, this.rendered, scope);
  }

  /** Canonical XML 1.0 §2.3: one space between target and data. Line ends are those of XML 1.0 §2.11. */
  instruction(bytes: Uint8Array): void {
    const [, target, data] = /^<\?([^ \t\r\n?]+)[ \t\r\n]*(.*)\?>$/s.exec(Buffer.from(bytes).toString())!;
    this.xml += `<?${target}${data && ' '}${data.replace(/\r\n?/g, '\n')}?>`;
  }

  /** True: that was the element itself. */
  end(): boolean {
    this.xml += `</${this.open.pop()}>`;
    this.rendered.close();
    return this.open.length === 0;
  }
}

function attributesOf({ attributes }: XmlReader): Attribute[] {
  return Array.from({ length: attributes.count }, (_, k) => {
    const { ns, local, raw } = attributes.names[k];
    const value = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString();
    return { ns, local, raw: Buffer.from(raw).toString(), value };
  });
}

const TEXTS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const ATTRIBUTES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function attributeText(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (c) => ATTRIBUTES[c]);
}

function prefixOf(raw: string): string {
  const colon = raw.indexOf(':');
  return colon < 0 ? '' : raw.slice(0, colon);
}

/** Canonical XML 1.0 §2.2: by namespace, then by local name. */
function byName(a: Attribute, b: Attribute): number {
  if (a.ns !== b.ns) return a.ns < b.ns ? -1 : 1;
  return a.local < b.local ? -1 : 1;
}
