// Checks the head of a request by the rules of HTTP/1.1. Knows nothing about paths and mappings.
import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../errors/errors.ts';
import type { Fault } from '../fault/fault.ts';

/** The reason to refuse a request; undefined for valid ones. */
export type HeadCheck = (req: IncomingMessage) => SoapstoneError | Fault | undefined;

export function checkHead(req: IncomingMessage): SoapstoneError | undefined {
  const wrong = wrongHost(req) ?? fragmentIn(req);
  if (wrong !== undefined) return new SoapstoneError('BAD_REQUEST', wrong);
  if (req.headers.expect !== undefined && !isMet(req.headers.expect))
    return new SoapstoneError('EXPECTATION_FAILED', 'the only expectation that can be met is 100-continue');
  const unknown = unknownCoding(req);
  return unknown === undefined ? undefined : new SoapstoneError('NOT_IMPLEMENTED', unknown);
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::(\d*))?$/i;

/** uri-host with an optional port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). No port is larger than 65535. */
export function isHost(text: string): boolean {
  const match = HOST.exec(text);
  return match !== null && Number(match[1] ?? 0) <= 65_535;
}

/** Clients repeat the same host: the result is cached. */
let lastHost = '';

/** RFC 9112 §3.2: a request without a Host field, with several, or with one that cannot be a host gets a 400. */
function wrongHost({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): string | undefined {
  const twice = saidTwice(rawHeaders);
  if (twice !== undefined) return `the request has several ${twice} fields`;
  const { host } = headers;
  if (host === undefined) return httpVersionMinor === 0 ? undefined : 'the request has no Host field';
  if (host === lastHost) return undefined;
  if (!isHost(host)) return 'the Host field names no host';
  lastHost = host;
  return undefined;
}

/** No request target has a fragment (RFC 9112 §3.2): other readers would cut it off. */
function fragmentIn({ url = '' }: IncomingMessage): string | undefined {
  return url.includes('#') ? 'the request target has a fragment: send # as %23' : undefined;
}

/** Fields that are no lists (RFC 9110 §5.3): another server may read another of two values than we do. */
const ONCE = ['Host', 'Content-Type', 'Authorization'];
const ONCE_LOWER = ONCE.map((name) => name.toLowerCase());
const ONCE_LENGTHS = new Set(ONCE.map(({ length }) => length));

function saidTwice(rawHeaders: readonly string[]): string | undefined {
  let mask = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    const at = ONCE_LENGTHS.has(name.length) ? ONCE_LOWER.indexOf(name.toLowerCase()) : -1;
    if (at < 0) continue;
    if (mask & (1 << at)) return ONCE[at];
    mask |= 1 << at;
  }
  return undefined;
}

/** RFC 9110 §10.1.1: each member of the list. Node accepts the field if it knows one of them. */
export function isMet(expectation: string): boolean {
  return expectation.split(',').every((member) => /^[ \t]*(?:100-continue)?[ \t]*$/i.test(member));
}

/** RFC 9112 §6.1: a server responds with 501 to a transfer coding that it does not know. Node decodes `chunked` and leaves others to us. */
function unknownCoding({ headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding === 'chunked' || coding.trim().toLowerCase() === 'chunked') return undefined;
  return 'the only transfer coding that is understood is chunked';
}
