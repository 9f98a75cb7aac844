// The address that a service names in the response to a login, for the calls of that session. Never one that the settings do not allow.
import { SoapstoneError } from '../../errors/errors.ts';
import type { CallAddress } from '../../rule/exchange.ts';

export interface AddressPolicy {
  /** Name of the session's value that holds the URL. */
  readonly value: string;
  /** `host`, `host:port`, or `*.host` for every name below. Without a port: that of the protocol. */
  readonly hosts: readonly string[];
  /** Scheme, host and port of the service where it logs in. */
  readonly origin: string;
}

/** undefined: the service names none. Throws SoapstoneError CREDENTIAL for an address that is not allowed: nothing is sent to it. */
export function serviceAddress(text: string | undefined, { hosts, origin }: AddressPolicy): CallAddress | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.parse(text.trim());
  if (url === null) throw refused('it is no URL');
  if (url.origin !== origin) check(url, hosts, origin);
  if (url.username !== '' || url.password !== '') throw refused('it has a user name');
  return {
    origin: url.origin,
    path: url.pathname === '/' && url.search === '' ? undefined : url.pathname + url.search,
  };
}

/** A service behind TLS is not left for one without. */
function check({ protocol, hostname, port, host }: URL, hosts: readonly string[], origin: string): void {
  if (protocol !== 'https:' && !(protocol === 'http:' && origin.startsWith('http:')))
    throw refused(`${protocol} is not allowed`);
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const isAllowed = hosts.some((entry) => (/:\d+$/.test(entry) ? names(entry, withPort) : names(entry, host)));
  if (!isAllowed) throw refused(`${host} is not among sessionHosts`);
}

function names(entry: string, host: string): boolean {
  return entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host;
}

/** The reason is for the log alone. */
function refused(reason: string): SoapstoneError {
  return new SoapstoneError('CREDENTIAL', 'the address that the service names is not used', { cause: reason });
}
