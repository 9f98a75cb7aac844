// The upstream that a contract names: the addresses of its ports.

import { lookup } from 'node:dns/promises';
import type { Contract, Operation } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';

/** The one address of all operations, or the origin of the first one: each operation then has the path of its own. @throws SoapstoneError */
export function serviceUrl({ operations }: Contract): string {
  const urls = [...new Set(operations.map(({ address }) => address))].filter((address) =>
    /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
  );
  const [first] = urls;
  if (first === undefined)
    throw new SoapstoneError('SETTINGS', 'the contract names no http address of its service', {
      suggestion: 'add --upstream URL; or write a table with soapstone init, whose service soapstone mock plays',
    });
  return urls.length === 1 ? first : new URL(first).origin;
}

/** What one upstream URL makes of several addresses in the contract. `operations`: those that are called. */
export function addressNotes(upstream: string, operations: Iterable<Pick<Operation, 'address' | 'name'>>): string[] {
  const all = [...operations];
  const urls = all.flatMap(({ address }) => URL.parse(address) ?? []);
  const hosts = [...new Set(urls.map((url) => url.host))];
  const paths = [...new Set(urls.map((url) => url.pathname))];
  const { pathname, host } = new URL(upstream);
  const isOnePath = paths.length > 1 && pathname !== '/';
  const isElsewhere = urls.length > 0 && (pathname === '/' || paths.includes(pathname));
  const nowhere = [...new Set(all.filter(({ address }) => address === '').map(({ name }) => name))];
  return [
    ...(nowhere.length > 0 && isElsewhere
      ? [
          `the contract has no address for ${listed(nowhere)}: serve them with a bridge of their own, whose upstream has the path of their service`,
        ]
      : []),
    ...(isOnePath
      ? [
          `the contract has ${listed(paths)}, and all are called at ${pathname}: an upstream without a path keeps the path of each`,
        ]
      : []),
    ...(hosts.length > 1
      ? [
          `the contract has services at ${listed(hosts)}, and all are called at ${host}: serve each with a bridge of its own`,
        ]
      : []),
  ];
}

/** The upstream of a REST service has the base path that the table adds. */
export function baseNotes(upstream: string, base: string): string[] {
  const { origin, pathname } = new URL(upstream);
  const path = pathname.replace(/\/$/, '');
  if (base === '' || base === '/' || !path.endsWith(base)) return [];
  const short = origin + path.slice(0, -base.length);
  return [
    `the table adds ${base}, and the upstream ends with it: calls go to ${path}${base}; write --upstream ${short}`,
  ];
}

/** Most names in one note. */
const MOST = 3;

function listed(names: readonly string[]): string {
  const more = names.length - MOST;
  return names.slice(0, MOST).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Whether this machine knows a host name. */
export type KnowsHost = (hostname: string) => Promise<boolean>;

/** Resolvers may wait longer than a user does. */
const PATIENCE = 2_000;

const knowsHost: KnowsHost = async (hostname) => {
  const timeout = new Promise<true>((resolve) => setTimeout(resolve, PATIENCE, true).unref());
  const resolvable = lookup(hostname).then(
    () => true,
    () => false,
  );
  return Promise.race([resolvable, timeout]);
};

/**
 * The address of the contract; that of the document, where the contract comes from another host by URL and names a host that is not known
 * here: many contracts name the one on which they were written.
 */
export async function reachableUrl(location: string, contract: Contract, knows = knowsHost): Promise<string> {
  const declared = serviceUrl(contract);
  const document = /^https?:/i.test(location) ? URL.parse(location) : null;
  const { host, hostname, pathname } = new URL(declared);
  if (document === null || document.host === host) return declared;
  const isLocal = LOOPBACK.test(hostname);
  if (isLocal ? LOOPBACK.test(document.hostname) : await knows(hostname.replace(/^\[|\]$/g, ''))) return declared;
  return document.origin + (/wsdl/i.test(document.search) ? document.pathname : pathname);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
