// Compressed forms of documents that are sent again and again (RFC 9110 §8.4). Responses of services are not compressed here.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the order of preference: the first one is the smallest. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

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
  codingFor(acceptEncoding: string | string[] | undefined): Coding | undefined {
    return this.bytes.length < LEAST_BYTES ? undefined : acceptedCoding(String(acceptEncoding ?? ''));
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

/** RFC 9110 §12.5.3: a weight of 0 refuses, `*` stands for what is not named. Weights above 0 do not change our preference. */
export function acceptedCoding(field: string): Coding | undefined {
  const accepted = new Map<string, boolean>();
  for (const entry of field.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((text) => text.trim());
    accepted.set(name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  }
  return CODINGS.find((coding) => accepted.get(coding) ?? accepted.get('*') ?? false);
}
