// Puts attachments into the envelope that refers to them: what XOP (§3.2) calls the original infoset, and the contents of WS-I swaRef. Nothing is ever fetched.
import { NO_ATTACHMENT } from '../../codec/datatypes/binary.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { AttachmentLabels, ContentDigest } from '../../json/attachment-labels.ts';
import { badMultipart } from '../../mime/bad-multipart.ts';
import { base64Length, writeBase64 } from '../../mime/base64.ts';
import { fileNameOf } from '../../mime/file-name.ts';
import type { Part } from '../../mime/multipart.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { MIME_PART_NS } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';
import type { BinaryKind, ElementTypes } from './element-types.ts';
import { partsByName } from './mime-parts.ts';

export const XOP_NS = 'http://www.w3.org/2004/08/xop/include';
const INCLUDE = `{${XOP_NS}}Include`;
const CID = 'cid:';
/** Longest reference, in bytes. */
const REFERENCE_MAX = 1024;

/** Bytes [start, end) of the envelope, and what stands there instead. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly part: Part;
  /** Of the element that has the content; absent where it is no element of the envelope. */
  readonly path?: string;
  /** Tags around the content. */
  readonly open?: string;
  readonly close?: string;
}

export interface InlineBounds {
  /** Of the envelope that results. */
  readonly maxBytes: number;
  readonly limits: Limits;
  /** Which texts may be references. */
  readonly types: Pick<ElementTypes, 'enter'>;
  /** Called before so many bytes are allocated. May throw. */
  claim(bytes: number): void;
}

/** What the contract says of the attachments of an envelope. */
export interface PackageForm {
  /** Names of the parts of the MIME binding. */
  readonly names: readonly string[];
  /** The message has SOAP encoding. */
  readonly encoded: boolean;
}

export interface InlinedMessage {
  readonly envelope: Uint8Array;
  readonly labels: AttachmentLabels;
  /** Attachments that nothing refers to. */
  readonly unused: number;
}

/**
 * `envelope`: in UTF-8. An `xop:Include`, and the text of a binary element that is the `cid:` URL of an attachment and nothing else, become base64.
 * `attachments` that nothing refers to become elements of Body where the form has names of parts of the MIME binding; others are not decoded. Throws
 * BAD_BODY for a reference to no attachment of the message, XML_LIMIT for more than `maxBytes` that result.
 */
export function inlineAttachments(
  envelope: Uint8Array,
  attachments: readonly Part[],
  bounds: InlineBounds,
  { names, encoded }: PackageForm,
): InlinedMessage {
  const bytes = Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length);
  // With attachments a reference may hide behind character references.
  if (attachments.length === 0 && !bytes.includes(CID) && !bytes.includes(XOP_NS))
    return { envelope, labels: new AttachmentLabels(), unused: 0 };
  // An empty id would make a reference of the mere text `cid:`.
  const byId = new Map(attachments.flatMap((part) => (part.id ? [[part.id, part] as const] : [])));
  const references = new References(bytes, byId, bounds, encoded);
  const replacements = [...references.all(), ...mimeParts(bytes, attachments, references, names)];
  const used = new Set(replacements.map(({ part }) => part));
  const labels = new AttachmentLabels();
  const inlined = replacements.length === 0 ? envelope : replaced(bytes, replacements, bounds, labels);
  if (!labels.isEmpty) for (const digest of references.inlineDigests) labels.addUnlabelled(digest);
  return { envelope: inlined, labels, unused: attachments.filter((part) => !used.has(part)).length };
}

function replaced(
  bytes: Buffer,
  replacements: readonly Replacement[],
  { maxBytes, claim }: InlineBounds,
  labels: AttachmentLabels,
): Uint8Array {
  let length = bytes.length;
  for (const { start, end, part, open = '', close = '' } of replacements) {
    if (part.memoryNeed > 0) claim(part.memoryNeed);
    length += base64Length(part.content.length) - (end - start) + open.length + close.length;
  }
  if (length > maxBytes)
    throw new SoapstoneError('XML_LIMIT', `the message with its attachments has more than ${maxBytes} bytes`);
  claim(length);
  const out = Buffer.allocUnsafe(length);
  let from = 0;
  let at = 0;
  for (const { start, end, part, path, open = '', close = '' } of replacements) {
    at += bytes.copy(out, at, from, start);
    at += out.write(open, at, 'latin1');
    const contentStart = at;
    at = writeBase64(part.content, out, at);
    const place = path === undefined ? undefined : `the attachment of ${path}`;
    labels.add(out.subarray(contentStart, at), { media: part.media, fileName: fileNameOf(part), place });
    at += out.write(close, at, 'latin1');
    from = end;
  }
  bytes.copy(out, at, from);
  return out;
}

/** Elements of the parts of the MIME binding, at the end of Body. */
function mimeParts(
  bytes: Buffer,
  attachments: readonly Part[],
  { referred, bodyEnd }: References,
  names: readonly string[],
): Replacement[] {
  if (names.length === 0 || bodyEnd < 0) return [];
  const found = partsByName(
    names,
    attachments.filter((part) => !referred.has(part)),
  );
  const start = bytes.lastIndexOf('<', bodyEnd - 1);
  // An empty element has no end tag: it is opened, and closed after the last part.
  const isEmpty = bytes[start + 1] !== SLASH;
  const tag = bytes.toString('latin1', start + 1, bodyEnd - 2).split(/\s/, 1)[0];
  const at = isEmpty ? bodyEnd : start;
  const all = names.flatMap((name) => {
    const part = found.get(name);
    const local = Buffer.from(name).toString('latin1');
    return part ? [{ start: at, end: at, part, open: `<${local} xmlns="${MIME_PART_NS}">`, close: `</${local}>` }] : [];
  });
  if (!isEmpty || all.length === 0) return all;
  const [first] = all;
  all[0] = { ...first, start: bodyEnd - 2, open: `>${first.open}` };
  const last = all[all.length - 1];
  all[all.length - 1] = { ...last, close: `${last.close}</${tag}>` };
  return all;
}

const SLASH = 0x2f;
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Finds the references of one envelope. */
class References {
  private readonly bytes: Buffer;
  private readonly attachments: ReadonlyMap<string, Part>;
  private readonly reader: XmlReader;
  private readonly replacements: Replacement[] = [];
  /** Where the content of the innermost element begins, until it has a child; otherwise -1. */
  private contentStart = -1;
  private text = '';
  /** The text of the innermost element may be a reference. */
  private binary: BinaryKind | undefined = undefined;
  /** Of the open binary element, where the message has attachments that its content may be equal to. */
  private digest: ContentDigest | undefined = undefined;
  private readonly types: InlineBounds['types'];
  /** Parts that something refers to. */
  readonly referred = new Set<Part>();
  /** Of binary contents that stand in the envelope itself. */
  readonly inlineDigests: string[] = [];
  /** Where the end tag of Body ends; -1 before it. */
  bodyEnd = -1;
  /** Passed an xop:Include whose parent has not ended. */
  private isIncluded = false;

  private readonly encoded: boolean;
  /** The innermost element, where its href names an attachment. */
  private pending: Pick<Replacement, 'start' | 'part' | 'open' | 'close'> | undefined = undefined;

  /** `encoded`: an empty element whose `href` names an attachment has it as its value (SOAP with Attachments §3). */
  constructor(
    bytes: Buffer,
    attachments: ReadonlyMap<string, Part>,
    { limits, types }: InlineBounds,
    encoded: boolean,
  ) {
    this.types = types;
    this.bytes = bytes;
    this.attachments = attachments;
    this.encoded = encoded;
    this.reader = new XmlReader({ limits, transcoded: true });
  }

  all(): readonly Replacement[] {
    const { reader } = this;
    reader.feed(this.bytes);
    for (let token = reader.next(); token !== EOF && token !== NEED_INPUT; token = reader.next()) {
      if (token === START) this.start();
      else if (token === END) this.end();
      else if (token === TEXT && this.isIncluded) this.blank();
      else if (token === TEXT && this.contentStart >= 0) this.content();
    }
    return this.replacements;
  }

  private content(): void {
    const { text, textStart, textEnd } = this.reader;
    this.digest?.add(text.subarray(textStart, textEnd));
    if (this.text.length <= REFERENCE_MAX) this.text += this.run();
  }

  private run(): string {
    const { text, textStart, textEnd } = this.reader;
    return Buffer.from(text.subarray(textStart, textEnd)).toString();
  }

  /** XOP §3.2: an include is all that its parent holds, and empty itself. Other readers take parts of what is beside it. */
  private blank(): void {
    if (this.run().trim() !== '') this.refuse();
  }

  private refuse(): never {
    const { reader } = this;
    const message = 'an xop:Include must be empty, and alone in its parent';
    throw badMultipart(message, { path: reader.path(), offset: reader.startOffset });
  }

  private start(): void {
    const { reader } = this;
    const isInclude = reader.name.key === INCLUDE;
    if (this.isIncluded || (isInclude && (this.contentStart < 0 || this.text.trim() !== ''))) this.refuse();
    this.text = '';
    this.binary = this.types.enter(reader);
    this.digest = this.binary && !isInclude && this.attachments.size > 0 ? new ContentDigest() : undefined;
    this.contentStart = isInclude ? -1 : reader.offset;
    this.pending = this.encoded && !isInclude ? this.valueOf(this.href()) : undefined;
    if (isInclude) this.include();
  }

  /** The open element without its href. */
  private valueOf(href: string): typeof this.pending {
    const part = href.startsWith(CID) ? this.attachment(href) : undefined;
    if (part === undefined) return undefined;
    const { startOffset: start, offset } = this.reader;
    const tag = this.bytes.toString('latin1', start, offset).replace(/\/?>$/, '');
    const open = tag.replace(ATTRIBUTE, (attribute, name) => (name === 'href' ? '' : attribute));
    return { start, part, open: `${open}>`, close: `</${/^<([^\s/>]+)/.exec(tag)![1]}>` };
  }

  /** XOP §2.1: it has no meaning of its own but its href. */
  private include(): void {
    const { reader } = this;
    const { startOffset: start, depth } = reader;
    const href = this.href();
    const part = href.startsWith(CID) ? this.attachment(href) : undefined;
    if (part === undefined) {
      const problem = href.startsWith(CID)
        ? 'no attachment of the message'
        : 'something else than a part of the message';
      throw badMultipart(`xop:Include refers to ${problem}`, { path: reader.path(), offset: start });
    }
    const path = reader.path(depth - 1);
    this.pass(depth);
    this.replacements.push({ start, end: reader.offset, part, path });
    this.isIncluded = true;
  }

  /** Goes to the end of the element at `depth`, or of the document where it has none. */
  private pass(depth: number): void {
    for (;;) {
      const token = this.reader.next();
      if (token === NEED_INPUT || token === EOF || (token === END && this.reader.depth < depth)) return;
      if (token === START) this.refuse();
      if (token === TEXT) this.blank();
    }
  }

  private href(): string {
    const { attributes } = this.reader;
    for (let k = 0; k < attributes.count; k++) {
      if (attributes.names[k].local !== 'href' || attributes.names[k].ns !== '') continue;
      return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
    }
    return '';
  }

  private end(): void {
    const { contentStart, pending, reader } = this;
    this.pending = undefined;
    // The children of the envelope end at its depth; Body is the last of them.
    if (reader.depth === 1) this.bodyEnd = reader.offset;
    this.contentStart = -1;
    this.isIncluded = false;
    if (contentStart < 0) return;
    const reference = this.text.trim();
    if (pending && reference === '') {
      this.replacements.push({ ...pending, end: reader.offset });
      return;
    }
    const part = this.binary && reference.startsWith(CID) ? this.attachment(reference) : undefined;
    if (part) this.replaceContent(contentStart, part);
    else if (this.binary === 'binary' && reference.startsWith(CID)) this.miss(contentStart);
    else if (this.digest) this.inlineDigests.push(this.digest.digest());
  }

  /** Of the element that has just ended. */
  private replaceContent(start: number, part: Part): void {
    const { reader } = this;
    const end = this.bytes.lastIndexOf('<', reader.offset - 1);
    this.replacements.push({ start, end, part, path: reader.path(reader.depth + 1) });
  }

  /** The element that has just ended refers to no part. `offset`: of its content. */
  private miss(offset: number): never {
    const path = this.reader.path(this.reader.depth + 1);
    throw badMultipart(NO_ATTACHMENT, { path, offset });
  }

  /** RFC 2392 §2: the Content-ID is percent-encoded in the URL. */
  private attachment(reference: string): Part | undefined {
    const id = reference.slice(CID.length);
    const [asWritten, asDecoded] = [this.attachments.get(id), this.attachments.get(decoded(id))];
    if (asWritten && asDecoded && asWritten !== asDecoded)
      throw badMultipart('a reference names two parts: one as it stands, one percent-decoded');
    const part = asWritten ?? asDecoded;
    if (part) this.referred.add(part);
    return part;
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
