// The Bank service of tutorial 10 on node-soap (npm `soap`).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';
import { findAccount } from './accounts.ts';

const bank = 'https://example.com/bank';

/** Faults go out with HTTP 200: that is this server's way unless a fault says otherwise. */
function getAccount(request: { accountId: unknown; currency?: string }): unknown {
  const found = findAccount(String(request.accountId), request.currency);
  if (found === 'no rate')
    throw { Fault: { faultcode: 'soap:Client', faultstring: `There is no rate for ${request.currency}` } };
  if (found !== 'no account') return { account: found };
  const detail = { AccountNotFound: { attributes: { xmlns: bank }, accountId: request.accountId } };
  throw { Fault: { faultcode: 'soap:Server', faultstring: `There is no account ${request.accountId}`, detail } };
}

const server = createServer((_, response) => response.writeHead(404).end());
const wsdl = process.env['PEER_WSDL']!;
server.listen(0, '127.0.0.1', () => {
  listen(server, {
    path: '/accounts',
    services: { Bank: { AccountsPort: { GetAccount: getAccount } } },
    xml: readFileSync(wsdl, 'utf8'),
    uri: wsdl,
  });
  console.log(`port ${(server.address() as AddressInfo).port}`);
});
