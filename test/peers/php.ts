// Services on PHP's SoapServer. Each worker answers one request and closes the connection.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountsWsdl,
  encodedWsdl,
  libraryWsdl,
  notesWsdl,
  ordersWsdl,
  papersWsdl,
  parcelsWsdl,
  paymentsWsdl,
  peopleWsdl,
  reportsWsdl,
  typePartsWsdl,
} from './contracts.ts';
import { type Peer, startPeer } from './peer.ts';

/** Accounts, of tutorial 10. */
export const startPhpAccounts = () => startPhp('accounts.php', accountsWsdl);
/** Accounts whose service follows another contract than the tutorial's: `wsdl` is its file, `account` its answer. */
export const startPhpChangedAccounts = (wsdl: string, account: object) =>
  startPhp('changed-accounts.php', wsdl, { PEER_ACCOUNT: JSON.stringify(account) });
/** People whose office and tags are one object each: PHP writes it once. `wsdl` is the file of the contract. */
export const startPhpSharedValues = (wsdl: string, people = 3) =>
  startPhp('shared-values.php', wsdl, { PEER_PEOPLE: String(people) });
/** Accounts whose callers show header blocks that no contract declares. */
export const startPhpHeaders = () => startPhp('headers.php', accountsWsdl);
/** Accounts that are asked by WS-Addressing. */
export const startPhpAddressing = () => startPhp('addressing.php', accountsWsdl);
/** Parcels, of tutorial 20: keeps what it is given, gives it back as it came. */
export const startPhpParcels = () => startPhp('parcels.php', parcelsWsdl);
/** Payments, of tutorial 50: SOAP 1.1 and 1.2, declared and undeclared faults. */
export const startPhpPayments = () => startPhp('payments.php', paymentsWsdl);
/** The library of tutorial 30: pages. `state` is a folder: its searches are files in it. */
export const startPhpLibrary = () => startPhp('library.php', libraryWsdl);
/** Reports, of tutorial 40: work behind tickets. */
export const startPhpReports = () => startPhp('reports.php', reportsWsdl);
/** People, of tutorial 45. */
export const startPhpPeople = () => startPhp('people.php', peopleWsdl);
/** Orders: document/literal with parts of types. */
export const startPhpTypeParts = () => startPhp('type-parts.php', typePartsWsdl);
/** Orders: rpc/literal. */
export const startPhpOrders = () => startPhp('orders.php', ordersWsdl);

/** Says what it is sent: SOAP encoding. */
export const startPhpEncoded = () => startPhp('encoded.php', encodedWsdl);

/** Papers: SOAP encoding in document style. */
export const startPhpPapers = () => startPhp('papers.php', papersWsdl);

/** Notes, of tutorial 60, which judge who asks. */
export const startPhpNotes = (secrets: Readonly<Record<string, string>>) => startPhp('notes.php', notesWsdl, secrets);

async function startPhp(
  script: string,
  wsdl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Peer & { readonly state: string }> {
  const state = mkdtempSync(join(tmpdir(), 'soapstone-php-'));
  const peer = await startPeer({
    program: 'php',
    args: [
      '-d',
      'soap.wsdl_cache_enabled=0',
      '-d',
      'display_errors=0',
      '-S',
      '127.0.0.1:{port}',
      join(import.meta.dirname, 'php', script),
    ],
    env: { PEER_WSDL: wsdl, PEER_STATE: state, PHP_CLI_SERVER_WORKERS: '3', ...more },
  });
  const stop = async () => {
    await peer.stop();
    rmSync(state, { recursive: true, force: true });
  };
  return { ...peer, state, stop };
}
