// A service on spyne (Python), which writes its own WSDL and validates requests with libxml2. Path: any.
import { join } from 'node:path';
import { startPeer } from './peer.ts';

/** Accounts, of tutorial 10. `version` is that of the SOAP messages it takes and gives. */
export function startSpyneAccounts(version: '1.1' | '1.2' = '1.1') {
  return startPeer({ program: '/usr/bin/python3', args: [join(import.meta.dirname, 'spyne/accounts.py'), version] });
}
