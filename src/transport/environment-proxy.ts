// Which proxy leads to a host, by the variables that most programs know: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, also in lower case.
import { BlockList, isIP } from 'node:net';
import { SoapstoneError } from '../errors/errors.ts';
import type { ProxyServer } from './tunnel.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Target {
  /** `https:` */
  readonly protocol: string;
  /** Brackets around an address do not count. */
  readonly hostname: string;
  /** '' for that of the protocol. */
  readonly port: string;
}

/** undefined: no proxy. */
export type FindProxy = (target: Target) => ProxyServer | undefined;

/** undefined: no variable names a proxy. Throws SoapstoneError SETTINGS for a value that is no proxy. */
export function environmentProxy(environment: Environment): FindProxy | undefined {
  const [https, http] = ['https_proxy', 'http_proxy'].map((name) => proxyIn(name, environment));
  if (https === undefined && http === undefined) return undefined;
  const exempt = (variable(environment, 'no_proxy')?.value ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  return (target) => (isExempt(target, exempt) ? undefined : target.protocol === 'https:' ? https : http);
}

function variable(environment: Environment, name: string) {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = environment[spelling]?.trim();
    if (value) return { spelling, value };
  }
  return undefined;
}

/** Messages do not quote the value: it may hold a password. */
function proxyIn(name: string, environment: Environment): ProxyServer | undefined {
  const setting = variable(environment, name);
  if (setting === undefined) return undefined;
  const url = URL.parse(/^[\w+.-]+:\/\//.test(setting.value) ? setting.value : `http://${setting.value}`);
  const pair = url ? credentialsIn(url) : undefined;
  if (!url || pair === undefined || !/^https?:$/.test(url.protocol) || hasMore(url))
    throw new SoapstoneError(
      'SETTINGS',
      `${setting.spelling} is not the URL of an HTTP proxy, such as http://proxy:3128 (a % in a password is %25)`,
    );
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const authorization = pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
  return { host: bare(url.hostname), port, secure, authorization };
}

/** A proxy has no paths. */
function hasMore({ pathname, search, hash }: URL): boolean {
  return pathname !== '/' || search !== '' || hash !== '';
}

/** undefined: `%` without two hexadecimal digits, or bytes that are no UTF-8. */
function credentialsIn({ username, password }: URL): string | undefined {
  try {
    return [username, password].map(decodeURIComponent).join(':');
  } catch {
    return undefined;
  }
}

/** This machine needs no proxy, whatever the variables say: so do most programs. */
function isExempt({ protocol, hostname, port }: Target, exempt: readonly string[]): boolean {
  const host = bare(hostname).toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || isWithin(host, LOOPBACK)) return true;
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return exempt.some((entry) => {
    if (isIP(entry.split('/')[0]) > 0) return isWithin(host, [entry]);
    const [, name, onlyPort = ownPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    return name !== undefined && onlyPort === ownPort && covers(bare(name), host);
  });
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** `*`, an address, or a name with all names below it. */
function covers(entry: string, host: string): boolean {
  if (entry === '*') return true;
  const name = entry.replace(/^\*?\./, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isWithin(host: string, networks: readonly string[]): boolean {
  const family = isIP(host);
  return (
    family > 0 && networks.some((network) => blockOf(network)?.check(host, family === 6 ? 'ipv6' : 'ipv4') === true)
  );
}

function blockOf(network: string): BlockList | undefined {
  const [address, bits, more] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  const width = family === 'ipv6' ? 128 : 32;
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (more !== undefined || !(length <= width)) return undefined;
  list.addSubnet(address, length, family);
  return list;
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
