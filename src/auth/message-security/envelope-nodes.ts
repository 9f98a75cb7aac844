// The parts of a SOAP envelope that signatures and encryption are about, by their positions: what is found elsewhere does not count.
// Knows nothing about algorithms and keys.
import { arrivedLimits } from '../../xml/reader/limits.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { END, EOF, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';
import { isAddressed, SECURITY, WSU_ID } from '../formats/wss.ts';
import { distrust } from './distrust.ts';

/** An element. Offsets are those of the document in UTF-8. */
export interface XmlNode {
  /** Clark name. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  /** All text of the element itself, over comments and CDATA sections. */
  text: string;
  readonly start: number;
  /** After the name in the start tag. */
  readonly nameEnd: number;
  /** After the start tag. */
  readonly contentStart: number;
  contentEnd: number;
  end: number;
}

export interface EnvelopeNodes {
  readonly bytes: Buffer;
  /** Namespace of the envelope. */
  readonly soap: string;
  readonly header: XmlNode | undefined;
  /** Header blocks, without what is in them. */
  readonly blocks: readonly XmlNode[];
  /** Of the gateway, with all that is in it. */
  readonly security: XmlNode | undefined;
  /** With its children, without what is in them, but for encrypted data. */
  readonly body: XmlNode;
}

/** Most header blocks and children of Body. */
const MOST_CHILDREN = 20_000;
/** Most elements below the Security block and in encrypted data, and bytes of their texts and attributes. */
const MOST_NODES = 4_000;
const MOST_CHARACTERS = 1024 * 1024;

/** Ids that signatures refer to: of WS-Security, XML Signature, XML Encryption, SAML, and `xml:id`. */
const IDS = /^(?:id|assertionid)$/i;

/** @throws SoapstoneError XML_*, UPSTREAM_SECURITY for an envelope with two bodies, headers or Security blocks. */
export function readEnvelope(bytes: Uint8Array): EnvelopeNodes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const root = new NodeReader(buffer).read();
  const soap = [SOAP11_NS, SOAP12_NS].find((ns) => root.name === `{${ns}}Envelope`);
  if (soap === undefined) throw distrust('the message is not a SOAP envelope');
  const header = only(root, `{${soap}}Header`);
  const body = only(root, `{${soap}}Body`);
  if (body === undefined) throw distrust('the envelope has no Body');
  const blocks = header?.children ?? [];
  const ours = blocks.filter((block) => block.name === SECURITY && isAddressed(block.attributes, soap));
  if (ours.length > 1) throw distrust('the message has two Security header blocks');
  return { bytes: buffer, soap, header, blocks, security: ours[0], body };
}

/** The document as nodes, all of it. For what has been verified, or is about to be. */
export function readNodes(bytes: Uint8Array): XmlNode {
  return new NodeReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), true).read();
}

/** The child of this name. Throws for two. */
export function only(node: XmlNode, name: string): XmlNode | undefined {
  const matches = node.children.filter((child) => child.name === name);
  if (matches.length > 1) throw distrust(`${localOf(name)} occurs twice in ${localOf(node.name)}`);
  return matches[0];
}

/** The child of this name. Throws without one. */
export function required(node: XmlNode, name: string): XmlNode {
  const child = only(node, name);
  if (child === undefined) throw distrust(`${localOf(node.name)} has no ${localOf(name)}`);
  return child;
}

export function localOf(name: string): string {
  return name.slice(name.lastIndexOf('}') + 1);
}

/** The id by which signatures may refer to the element. */
export function idOf({ attributes }: XmlNode): string | undefined {
  return attributes.get(WSU_ID) ?? attributes.get('Id') ?? attributes.get('ID') ?? attributes.get('AssertionID');
}

/** How often each id occurs in the whole document, in whatever attribute. */
export function countIds(bytes: Uint8Array, ids: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map(Array.from(ids, (id) => [id, 0]));
  const reader = new XmlReader({ transcoded: true, limits: arrivedLimits });
  reader.feed(bytes);
  reader.finish();
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token !== START) continue;
    const { attributes } = reader;
    for (let k = 0; k < attributes.count; k++) {
      if (!IDS.test(attributes.names[k].local)) continue;
      const value = valueAt(reader, k);
      const count = counts.get(value);
      if (count !== undefined) counts.set(value, count + 1);
    }
  }
  return counts;
}

function valueAt({ attributes }: XmlReader, k: number): string {
  return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString();
}

class NodeReader {
  private readonly bytes: Buffer;
  private readonly reader: XmlReader;
  private readonly isWhole: boolean;
  private readonly open: XmlNode[] = [];
  private nodes = 0;
  private children = 0;
  private characters = 0;
  /** Depth of the element that is read with all that is in it; 0: none. */
  private deep = 0;

  constructor(bytes: Buffer, isWhole = false) {
    this.bytes = bytes;
    this.isWhole = isWhole;
    this.reader = new XmlReader({ transcoded: true, limits: arrivedLimits });
    this.reader.feed(bytes);
    this.reader.finish();
  }

  read(): XmlNode {
    const { reader } = this;
    let root: XmlNode | undefined;
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token === START) root = this.start() ?? root;
      else if (token === END) this.end();
      else if (token === TEXT && this.isDeep && reader.depth > 0 && this.open.length === reader.depth) this.text();
    }
    return root as XmlNode;
  }

  private get isDeep(): boolean {
    return this.isWhole || this.deep > 0;
  }

  /** The root, where it is that. */
  private start(): XmlNode | undefined {
    const { depth, name } = this.reader;
    if (this.deep === 0 && depth > 2 && isRead(name.key, depth)) this.deep = depth;
    if (depth > 3 && !this.isDeep) return undefined;
    const node = this.node();
    this.open.at(-1)?.children.push(node);
    this.open.push(node);
    return depth === 1 ? node : undefined;
  }

  private node(): XmlNode {
    const { reader, isDeep } = this;
    if (!isDeep && ++this.children > MOST_CHILDREN) throw distrust('the envelope has too many children');
    if (isDeep && ++this.nodes > MOST_NODES) throw distrust('the Security header block has too many elements');
    const attributes = new Map<string, string>();
    for (let k = 0; k < reader.attributes.count; k++) {
      const value = valueAt(reader, k);
      if (isDeep) this.count(value.length);
      attributes.set(reader.attributes.names[k].key, value);
    }
    const [start, contentStart] = [reader.startOffset, reader.offset];
    const nameEnd = start + 1 + reader.name.raw.length;
    return {
      name: reader.name.key,
      attributes,
      children: [],
      text: '',
      start,
      nameEnd,
      contentStart,
      contentEnd: contentStart,
      end: contentStart,
    };
  }

  private text(): void {
    const { text, textStart, textEnd } = this.reader;
    this.count(textEnd - textStart);
    (this.open.at(-1) as XmlNode).text += Buffer.from(text.buffer, text.byteOffset + textStart, textEnd - textStart);
  }

  /** Encrypted data of bodies is as large as messages may be. */
  private count(characters: number): void {
    this.characters += characters;
    const inBody = this.open.length > 1 && localOf(this.open[1].name) === 'Body';
    if (this.characters > MOST_CHARACTERS && !this.isWhole && !inBody)
      throw distrust('the Security header block is too large');
  }

  private end(): void {
    const { depth, offset } = this.reader;
    if (depth + 1 === this.deep) this.deep = 0;
    if (this.open.length !== depth + 1) return;
    const node = this.open.pop() as XmlNode;
    node.end = offset;
    // An end tag has no `<` but its first byte, an empty element no content.
    node.contentEnd = offset === node.contentStart ? offset : this.bytes.lastIndexOf('<', offset - 1);
  }
}

/** Elements that are read with all that is in them, by their position below Header or Body. */
function isRead(name: string, depth: number): boolean {
  return depth === 3 && (name === SECURITY || name === ENCRYPTED_DATA);
}

const ENCRYPTED_DATA = '{http://www.w3.org/2001/04/xmlenc#}EncryptedData';
