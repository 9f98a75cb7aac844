// Compressed forms of documents that are sent again and again (RFC 9110 §8.4). Responses of services are compressed in binding/compression.ts.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedCoding, type Coding } from '../../binding/content-coding.ts';

/** Smaller ones gain nothing: they fit into one packet. */
const LEAST_BYTES = 1400;
/** From here on, brotli needs ten times the time for a tenth of the size. */
const BROTLI_QUALITY = 5;

/** Forms of one document, each made when a client first accepts it. */
export class CodedForms {
  private readonly bytes: Uint8Array;
  private readonly forms = new Map<Coding, Promise<Uint8Array>>();

  /** `ready`: forms that exist already. */
  constructor(bytes: Uint8Array, ready: Iterable<readonly [Coding, Uint8Array]> = []) {
    this.bytes = bytes;
    for (const [coding, form] of ready) this.forms.set(coding, Promise.resolve(form));
  }

  /** The best coding that `acceptEncoding` allows; undefined: none. */
  codingFor(acceptEncoding: string | undefined): Coding | undefined {
    return this.bytes.length < LEAST_BYTES ? undefined : acceptedCoding(acceptEncoding);
  }

  get(coding: Coding): Promise<Uint8Array> {
    const form = this.forms.get(coding) ?? compressed(this.bytes, coding);
    this.forms.set(coding, form);
    return form;
  }
}

function compressed(bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
  if (coding === 'gzip') return promisify(gzip)(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { params });
}
