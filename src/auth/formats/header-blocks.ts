// Cuts header blocks out of an envelope, each as a document. Knows nothing about what blocks mean.
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../xml/reader/reader.ts';

/** SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2: roles of the gateway, for every node or the last one. */
const OURS = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  `${SOAP12_NS}/role/next`,
  `${SOAP12_NS}/role/ultimateReceiver`,
]);

/**
 * By Clark name, blocks of `names` for the gateway. `envelope`: a valid one in UTF-8. undefined: a block occurs twice.
 */
export function headerBlocks(
  envelope: Uint8Array,
  names: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> | undefined {
  const reader = new XmlReader({ transcoded: true });
  const blocks = new Map<string, Uint8Array>();
  const outside: (readonly string[])[] = [];
  reader.feed(envelope);
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === END && reader.depth === 1) return blocks;
    if (token !== START) continue;
    const { depth } = reader;
    if (depth <= 2) outside[depth - 1] = reader.attributes.declared;
    if (depth === 2 && reader.name.local !== 'Header') return blocks;
    if (depth !== 3 || !names.has(reader.name.key) || !isOurs(reader)) continue;
    const { key } = reader.name;
    if (blocks.has(key)) return undefined;
    blocks.set(key, asDocument(reader, envelope, outside.flat()));
  }
  return blocks;
}

/** The first child of Body. Throws SoapstoneError XML_*. */
export function bodyOf(envelope: Uint8Array): { readonly key: string; readonly xml: Uint8Array } | undefined {
  const reader = new XmlReader();
  const outside: (readonly string[])[] = [];
  reader.feed(envelope);
  reader.finish();
  let inBody = false;
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token !== START) continue;
    const { depth, name } = reader;
    if (depth <= 2) outside[depth - 1] = reader.attributes.declared;
    if (depth === 2) inBody = name.local === 'Body' && (name.ns === SOAP11_NS || name.ns === SOAP12_NS);
    if (depth === 3 && inBody) return { key: name.key, xml: asDocument(reader, envelope, outside.flat()) };
  }
  return undefined;
}

/** The current element with the namespaces of its context. */
function asDocument(reader: XmlReader, envelope: Uint8Array, outside: readonly string[]): Uint8Array {
  const [start, inner] = [reader.startOffset, reader.attributes.declared];
  const at = start + 1 + reader.name.raw.length;
  pass(reader);
  return Buffer.concat([envelope.subarray(start, at), declared(outside, inner), envelope.subarray(at, reader.offset)]);
}

/** Reads to the end of the current element. */
function pass(reader: XmlReader): void {
  const { depth } = reader;
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next())
    if (token === END && reader.depth < depth) return;
}

/** Namespaces in scope that the block does not declare itself. */
function declared(outside: readonly string[], inner: readonly string[]): Buffer {
  const scope = new Map<string, string>();
  for (let i = 0; i < outside.length; i += 2) scope.set(outside[i], outside[i + 1]);
  for (let i = 0; i < inner.length; i += 2) scope.delete(inner[i]);
  const texts = [...scope].map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(uri)}"`);
  return Buffer.from(texts.join(''));
}

function escaped(uri: string): string {
  return uri.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function isOurs({ attributes }: XmlReader): boolean {
  for (let k = 0; k < attributes.count; k++) {
    const { ns, local } = attributes.names[k];
    if ((ns !== SOAP11_NS || local !== 'actor') && (ns !== SOAP12_NS || local !== 'role')) continue;
    return OURS.has(
      Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim(),
    );
  }
  return true;
}
