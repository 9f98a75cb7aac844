// Who sent a request, as the access log says it: the client's address, and a name of the caller, perhaps hashed.
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { ClientNaming } from '../../binding/client-naming.ts';
import type { Caller } from '../../rule/exchange.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { checkSecret, readSecret } from './secret.ts';

type NamingSettings = Pick<BridgeSettings, 'logClient' | 'logCaller' | 'logCallerKey' | 'forwarded' | 'trustedProxies'>;

/** undefined: lines say nothing of clients. @throws SoapstoneError SETTINGS where the key is missing. */
export function clientNamingOf(settings: NamingSettings): ClientNaming | undefined {
  const { logClient, logCaller, logCallerKey } = settings;
  if (logCallerKey !== undefined) checkSecret('logCallerKey', logCallerKey);
  const names = logCaller?.split(',').map((name) => name.trim()) ?? [];
  if (logClient === 'off' && names.length === 0) return undefined;
  const shown = logCallerKey === undefined ? (text: string) => text : hashedWith(logCallerKey);
  return {
    address: (req) => (logClient === 'off' ? undefined : shownAddress(clientAddress(settings, req), logClient)),
    caller: (caller) => {
      const name = nameOf(caller, names);
      return name && shown(name);
    },
  };
}

/** Proxies may say `unknown`, and anything else; and an IPv4 address as a mapped IPv6 one. */
function shownAddress(address: string, form: 'network' | 'address'): string | undefined {
  if (isIP(address) === 0) return undefined;
  if (form === 'network') return shortened(address);
  const network = networkOf(address);
  return network.includes(':') ? address : network;
}

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 one: not a single household. */
function shortened(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? `${network.split(':', 3).join(':')}::/48` : `${network.split('.', 3).join('.')}.0/24`;
}

/** The first that the caller has; nothing of a credential that only the service can check. */
function nameOf({ grants }: Caller, names: readonly string[]): string | undefined {
  for (const name of names) {
    const [value] = grants?.claim(name) ?? [];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Most hashes that are not computed again. */
const MOST = 1000;
/** Of 256 bits, 132 tell callers apart. */
const CHARACTERS = 22;

/** HMAC-SHA256: without the key nobody can try names. The key is read at each reload. */
function hashedWith(reference: string): (text: string) => string {
  const key = readSecret(reference) as string;
  const hashes = new LRUCache<string, string>({ max: MOST });
  return (text) => {
    let hash = hashes.get(text);
    if (hash === undefined) {
      hash = createHmac('sha256', key).update(text).digest('base64url').slice(0, CHARACTERS);
      hashes.set(text, hash);
    }
    return hash;
  };
}
