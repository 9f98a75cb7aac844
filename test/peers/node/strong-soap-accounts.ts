// The Bank service of tutorial 10 on strong-soap.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { findAccount } from './accounts.ts';

/** The one function that we use; the package has no types of its own. */
interface StrongSoap {
  readonly soap: { listen(server: unknown, path: string, services: unknown, wsdl: string): unknown };
}
const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;

function getAccount(request: { accountId: unknown; currency?: string }): unknown {
  const found = findAccount(String(request.accountId), request.currency);
  if (found === 'no rate')
    throw { Fault: { faultcode: 'soap:Client', faultstring: `There is no rate for ${request.currency}` } };
  if (found !== 'no account') return { account: found };
  const detail = { AccountNotFound: { accountId: request.accountId } };
  throw {
    Fault: {
      faultcode: 'soap:Server',
      faultstring: `There is no account ${request.accountId}`,
      detail,
      statusCode: 500,
    },
  };
}

const server = createServer((_, response) => response.writeHead(404).end());
server.listen(0, '127.0.0.1', () => {
  soap.listen(
    server,
    '/accounts',
    { Bank: { AccountsPort: { GetAccount: getAccount } } },
    readFileSync(process.env['PEER_WSDL']!, 'utf8'),
  );
  console.log(`port ${(server.address() as AddressInfo).port}`);
});
