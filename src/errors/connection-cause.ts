// Why a connection failed, for people: the code of the system in words. Knows nothing about protocols above.

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens on this port'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name cannot be looked up now'],
  ['ECONNRESET', 'the other side closed the connection; does the port speak HTTPS?'],
  ['EPIPE', 'the other side closed the connection; does the port speak HTTPS?'],
  ['UND_ERR_SOCKET', 'the other side closed the connection; does the port speak HTTPS?'],
  ['ETIMEDOUT', 'no answer in time; does a firewall or proxy stand in between?'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time; does a firewall or proxy stand in between?'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the port does not speak HTTPS; write http://'],
  ['EPROTO', 'the port does not speak HTTPS; write http://'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is signed by an unknown authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is signed by an unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is signed by an unknown authority'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
]);

/** Causes of causes that are looked at. */
const DEEPEST = 5;

/** `ECONNREFUSED: nothing listens on this port`; undefined where no code says more. */
export function connectionCause(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < DEEPEST && current instanceof Error; depth++) {
    const { code } = current as NodeJS.ErrnoException;
    const text = code === undefined ? undefined : CAUSES.get(code);
    if (text) return `${code}: ${text}`;
    const [inner] = current instanceof AggregateError ? (current.errors as unknown[]) : [current.cause];
    current = inner;
  }
  return undefined;
}
