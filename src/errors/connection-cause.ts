// Why a connection failed, for operators: the address, the code of the system in words, and what helps. Never for clients. Knows nothing about protocols above.

/** What makes a certificate trusted: of a service, and of what is fetched at load time. */
const TRUST = {
  upstream: 'if it is the right one, name its CA file with upstreamCa',
  fetch: 'if it is the right one, name its CA file in NODE_EXTRA_CA_CERTS',
};

type Purpose = keyof typeof TRUST;

const NOT_TLS = 'it does not speak TLS; if it speaks plain HTTP, begin its address with http://';
const CLOSED = 'the other side closed the connection';
const SILENT = 'no response in time: does a firewall or proxy stand in between?';
const UNKNOWN_CA = 'its certificate is signed by an unknown authority';

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens on this port'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name cannot be looked up now: is there a network?'],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['ETIMEDOUT', SILENT],
  ['UND_ERR_CONNECT_TIMEOUT', SILENT],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
  [
    'HPE_INVALID_CONSTANT',
    'it does not speak plain HTTP; if it speaks TLS, begin its address with https://, else look at the port',
  ],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NOT_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NOT_TLS],
  ['EPROTO', NOT_TLS],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet: is the clock right?'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired; its owner must renew it'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate is for another host name; use a name that the certificate has in the URL',
  ],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'it requires a client certificate; see upstreamCert'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'no common TLS version or cipher, or it requires a client certificate'],
]);

/** Certificates that are good but for who signed them. */
const UNTRUSTED: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_CA],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_CA],
  ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_CA],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_CA],
]);

/** Code of an error whose message says which proxy failed, and how. */
export const PROXY_FAILED = 'PROXY';

/** Causes of causes that are looked at. */
const DEEPEST = 5;

/** `ECONNREFUSED: nothing listens on this port`; undefined where no code says more. */
export function connectionCause(error: unknown, purpose: Purpose = 'fetch'): string | undefined {
  let current = error;
  for (let depth = 0; depth < DEEPEST && current instanceof Error; depth++) {
    const { code } = current as NodeJS.ErrnoException;
    const text = code === PROXY_FAILED ? current.message : code && textOf(code, purpose);
    if (text) return `${code}: ${text}`;
    const [inner] = current instanceof AggregateError ? (current.errors as unknown[]) : [current.cause];
    current = inner;
  }
  return undefined;
}

function textOf(code: string, purpose: Purpose): string | undefined {
  const untrusted = UNTRUSTED.get(code);
  return untrusted === undefined ? CAUSES.get(code) : `${untrusted}; ${TRUST[purpose]}`;
}

/** Of a service, with the cause where a code says more: `the service is unreachable (ECONNREFUSED: nothing listens on this port)`. */
export function failureText(error: Error): string {
  const cause = connectionCause(error, 'upstream');
  return cause === undefined ? error.message : `${error.message} (${cause})`;
}

/** A failed call to a service: `http://host:80: ECONNREFUSED: nothing listens on this port`. */
export function connectionFailure(error: Error, origin: string): string {
  return `${origin}: ${causeAt(error, origin, 'upstream') ?? error.message}`;
}

/** The cause, with the other protocol as a guess where the other side closed the connection. `origin` begins with the protocol. */
export function causeAt(error: unknown, origin: string, purpose: Purpose = 'fetch'): string | undefined {
  const cause = connectionCause(error, purpose);
  return cause?.endsWith(CLOSED) ? cause + otherScheme(origin) : cause;
}

/** A port that speaks the other protocol closes the connection too. */
function otherScheme(origin: string): string {
  return origin.startsWith('https:')
    ? '; if it speaks plain HTTP, begin its address with http://'
    : '; if it speaks TLS, begin its address with https://';
}
