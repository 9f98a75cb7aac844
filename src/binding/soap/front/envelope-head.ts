// Reads a request's envelope up to the first child of Body: header blocks and the body element. Decides nothing.
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { type ErrorCode, SoapstoneError } from '../../../errors/errors.ts';
import { type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';
import type { ResolvedName } from '../../../xml/reader/namespace-context.ts';
import { END, NEED_INPUT, type ReaderOptions, START, TEXT, XmlReader } from '../../../xml/reader/reader.ts';
import { ADDRESSING_2004_NS, ADDRESSING_NS } from '../addressing.ts';
import { namespaceOf } from '../envelope.ts';
import { versionMismatch } from './request-fault.ts';

export interface EnvelopeHead {
  readonly version: SoapVersion;
  readonly blocks: readonly HeaderBlock[];
  /** First child of Body; undefined for an empty one. */
  readonly element: ResolvedName | undefined;
  /** encodingStyle of that child; '' for none. */
  readonly encoding: string;
}

/** One child of Header. */
export interface HeaderBlock {
  readonly name: QName;
  /** Clark name. */
  readonly key: string;
  readonly mandatory: boolean;
  /** actor (SOAP 1.1 §4.2.2) or role (SOAP 1.2 Part 1 §5.2.2); '' for none. */
  readonly role: string;
  readonly encoding: string;
  /** Text of its first level and of its child Address, bounded; only where the block is an addressing property. */
  readonly text: string;
  /** Offsets of its reference parameters; only where the block is an addressing property. */
  readonly parameters: readonly number[];
  /** Its bytes: [start, end) of the document. */
  readonly start: number;
  readonly end: number;
}

/** WS-Addressing 1.0 and its submission of 2004. */
const ADDRESSING = new Set([ADDRESSING_NS, ADDRESSING_2004_NS]);

/** Children of an endpoint that messages to it repeat; properties are of the submission of 2004 (§2.1). */
const PARAMETERS = new Set(['ReferenceParameters', 'ReferenceProperties']);

export function isAddressing({ ns }: QName): boolean {
  return ADDRESSING.has(ns);
}

/** Longest text of a block, and of a value that a message repeats, in characters. */
const TEXT_MAX = 2048;
const EXCERPT_MAX = 64;
/** Most header blocks. */
const BLOCKS_MAX = 256;
/** Bytes read first: most heads are shorter. */
const FIRST_PIECE = 4096;
const none: readonly HeaderBlock[] = [];

/** Reading is synchronous, so one reader serves all requests. */
const reader = new XmlReader();

/** `bytes`: in UTF-8. Throws SoapstoneError (XML_*, CODEC_*) with offset and path, and Fault for another version. */
export function readHead(bytes: Uint8Array, version: SoapVersion, options: ReaderOptions): EnvelopeHead {
  reader.reset(options);
  return new HeadReader(bytes, version).read();
}

class HeadReader {
  private readonly bytes: Uint8Array;
  private readonly version: SoapVersion;
  private readonly ns: string;
  private fed = 0;

  constructor(bytes: Uint8Array, version: SoapVersion) {
    this.bytes = bytes;
    this.version = version;
    this.ns = namespaceOf(version);
  }

  read(): EnvelopeHead {
    this.next();
    this.root();
    let blocks = none;
    let token = this.next();
    if (token === START && this.isOwn('Header')) {
      this.bareAttributes('Header');
      blocks = this.header();
      token = this.next();
    }
    if (token !== START) this.fail('CODEC_MISSING', 'the Envelope has no Body');
    if (!this.isOwn('Body'))
      this.fail('CODEC_ORDER', `element ${reader.name.key} stands where the Body of the Envelope is expected`);
    this.bareAttributes('Body');
    if (this.next() !== START) return { version: this.version, blocks, element: undefined, encoding: '' };
    return { version: this.version, blocks, element: reader.name, encoding: this.attribute('encodingStyle') };
  }

  /** SOAP 1.1 §4.1.2; SOAP 1.2 Part 1 §5.4.7 calls every other root a mismatch. */
  private root(): void {
    const { name } = reader;
    if (this.isOwn('Envelope')) return this.bareAttributes('Envelope');
    if (name.local === 'Envelope' || this.version === '1.2') throw versionMismatch(mismatchOf(name, this.version));
    this.fail('CODEC_UNKNOWN', `the document is not a SOAP Envelope: its root element is ${name.key}`);
  }

  private header(): HeaderBlock[] {
    const blocks: HeaderBlock[] = [];
    while (this.next() === START) {
      if (blocks.length === BLOCKS_MAX) this.fail('XML_LIMIT', `there are more than ${BLOCKS_MAX} header blocks`);
      blocks.push(this.block());
    }
    return blocks;
  }

  private block(): HeaderBlock {
    const { name, startOffset: start } = reader;
    const mandatory = this.mandatory();
    const role = this.attribute(this.version === '1.1' ? 'actor' : 'role');
    const encoding = this.attribute('encodingStyle');
    const parameters: number[] = [];
    const text = this.pass(isAddressing(name) ? name.ns : undefined, parameters);
    return { name, key: name.key, mandatory, role, encoding, text, parameters, start, end: reader.offset };
  }

  /** Goes to the end of the element that has just begun. `ns`: of the addressing property that it is. */
  private pass(ns: string | undefined, parameters: number[]): string {
    const { depth } = reader;
    let text = '';
    let inAddress = false;
    for (;;) {
      const token = this.token();
      if (token === END && reader.depth < depth) return text.trim();
      if (token === START && reader.depth === depth + 1) {
        inAddress = reader.name.local === 'Address';
        if (ns === reader.name.ns && PARAMETERS.has(reader.name.local)) parameters.push(reader.startOffset);
      }
      const isShown = reader.depth === depth || (inAddress && reader.depth === depth + 1);
      if (token === TEXT && ns !== undefined && isShown && text.length < TEXT_MAX)
        text += Buffer.from(reader.text.subarray(reader.textStart, reader.textEnd)).toString();
    }
  }

  /** An xs:boolean. SOAP 1.1 §4.2.3 has 1 and 0 only, but clients write the words too. */
  private mandatory(): boolean {
    const text = this.attribute('mustUnderstand');
    if (text === '' || text === '0' || text === 'false') return false;
    if (text !== '1' && text !== 'true')
      this.fail(
        'CODEC_TYPE',
        `mustUnderstand of "${reader.name.local}" is "${text.slice(0, EXCERPT_MAX)}", not a boolean`,
      );
    return true;
  }

  /** Value of an attribute of the envelope's namespace; '' for none. */
  private attribute(local: string): string {
    const { attributes } = reader;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.ns === this.ns && name.local === local)
        return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
    }
    return '';
  }

  /** SOAP 1.2 Part 1 §5.1 to §5.3: attributes are in a namespace, and encodingStyle does not stand here (§5.1.1). */
  private bareAttributes(subject: string): void {
    if (this.version === '1.1') return;
    const { attributes } = reader;
    for (let k = 0; k < attributes.count; k++) {
      const { ns, local } = attributes.names[k];
      if (ns === '' || (ns === this.ns && local === 'encodingStyle'))
        this.fail('CODEC_UNKNOWN', `attribute "${local}" may not stand on ${subject}`);
    }
  }

  private isOwn(local: string): boolean {
    return reader.name.ns === this.ns && reader.name.local === local;
  }

  /** The next START or END. The message's own program checks text. */
  private next(): number {
    for (;;) {
      const token = this.token();
      if (token !== TEXT) return token;
    }
  }

  private token(): number {
    for (;;) {
      const token = reader.next();
      if (token !== NEED_INPUT) return token;
      this.feed();
    }
  }

  private feed(): void {
    const { bytes, fed } = this;
    if (fed === bytes.length) return reader.finish();
    this.fed = fed === 0 ? Math.min(FIRST_PIECE, bytes.length) : bytes.length;
    reader.feed(fed === 0 && this.fed === bytes.length ? bytes : bytes.subarray(fed, this.fed));
  }

  private fail(code: ErrorCode, message: string): never {
    throw new SoapstoneError(code, message, { path: reader.path(), offset: reader.startOffset });
  }
}

function mismatchOf({ ns, local, key }: ResolvedName, version: SoapVersion): string {
  const isEnvelope = local === 'Envelope' && (ns === SOAP11_NS || ns === SOAP12_NS);
  if (!isEnvelope) return `the root element is ${key}, expected the Envelope of SOAP ${version}`;
  return `the content type says SOAP ${version}, the Envelope is that of SOAP ${ns === SOAP11_NS ? '1.1' : '1.2'}`;
}
