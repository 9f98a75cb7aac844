// Exclusive XML Canonicalization 1.0 without comments (W3C, 18 July 2002) of one element of a document. For messages that the gateway signs: it
// does not verify signatures.
import { clark } from './reader/names.ts';
import { END, EOF, NEED_INPUT, START, TEXT, XmlReader } from './reader/reader.ts';

/** `elementName`: Clark name of the element; the first one counts. undefined: there is none. Throws SoapstoneError XML_*. */
export function exclusive(bytes: Uint8Array, elementName: string): Buffer | undefined {
  const reader = new XmlReader({ transcoded: true });
  reader.feed(bytes);
  reader.finish();
  const inScope: ReadonlyMap<string, string>[] = [new Map()];
  let out: Output | undefined;
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === TEXT) out?.text(reader.text.subarray(reader.textStart, reader.textEnd));
    else if (token === START) {
      inScope.push(scopeIn(inScope.at(-1) as ReadonlyMap<string, string>, reader.attributes.declared));
      if (!out && clark(reader.name) === elementName) out = new Output();
      out?.start(reader, inScope.at(-1) as ReadonlyMap<string, string>);
    } else if (token === END) {
      inScope.pop();
      if (out?.end()) return Buffer.from(out.xml);
    }
  }
  return undefined;
}

function scopeIn(outer: ReadonlyMap<string, string>, declared: readonly string[]): ReadonlyMap<string, string> {
  if (declared.length === 0) return outer;
  const scope = new Map(outer);
  for (let i = 0; i < declared.length; i += 2) scope.set(declared[i], declared[i + 1]);
  return scope;
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
  private readonly rendered: ReadonlyMap<string, string>[] = [new Map()];

  start({ name, attributes }: XmlReader, scope: ReadonlyMap<string, string>): void {
    const raw = Buffer.from(name.raw).toString();
    const attributeList: Attribute[] = [];
    for (let k = 0; k < attributes.count; k++) {
      const { ns, local, raw: rawName } = attributes.names[k];
      const value = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString();
      attributeList.push({ ns, local, raw: Buffer.from(rawName).toString(), value });
    }
    const used = [
      prefixOf(raw),
      ...attributeList.filter(({ ns }) => ns !== '').map((attribute) => prefixOf(attribute.raw)),
    ];
    this.xml += `<${raw}${this.namespaces(used, scope)}`;
    for (const attribute of attributeList.toSorted(byName))
      this.xml += ` ${attribute.raw}="${attributeText(attribute.value)}"`;
    this.xml += '>';
    this.open.push(raw);
  }

  text(bytes: Uint8Array): void {
    this.xml += Buffer.from(bytes)
      .toString()
      .replace(/[&<>\r]/g, (c) => TEXTS[c]);
  }

  /** True: that was the element itself. */
  end(): boolean {
    this.xml += `</${this.open.pop()}>`;
    this.rendered.pop();
    return this.open.length === 0;
  }

  /** §3: those that are visibly used here, and that no element around has been written with. */
  private namespaces(used: readonly string[], scope: ReadonlyMap<string, string>): string {
    const outer = this.rendered.at(-1) as ReadonlyMap<string, string>;
    const fresh = [...new Set(used)]
      .filter((prefix) => prefix !== 'xml' && (scope.get(prefix) ?? '') !== (outer.get(prefix) ?? ''))
      .toSorted();
    this.rendered.push(
      fresh.length === 0 ? outer : new Map([...outer, ...fresh.map((p) => [p, scope.get(p) ?? ''] as const)]),
    );
    return fresh.map((p) => ` xmlns${p === '' ? '' : `:${p}`}="${attributeText(scope.get(p) ?? '')}"`).join('');
  }
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
