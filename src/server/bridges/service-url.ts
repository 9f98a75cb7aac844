// The upstream that a contract names: the addresses of its ports.

import { lookup } from 'node:dns/promises';
import type { Contract } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';

/** The one address of all operations, or the origin of the first one: each operation then has the path of its own. @throws SoapstoneError */
export function serviceUrl({ operations }: Contract): string {
  const urls = [...new Set(operations.map(({ address }) => address))].filter((address) =>
    /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
  );
  const [first] = urls;
  if (first === undefined)
    throw new SoapstoneError('SETTINGS', 'the contract names no http address of its service', {
      suggestion: 'add --upstream URL',
    });
  return urls.length === 1 ? first : new URL(first).origin;
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
