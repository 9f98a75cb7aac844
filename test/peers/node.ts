// Services on the two SOAP servers of npm, each in a process of its own.
import { join } from 'node:path';
import { accountsWsdl } from './contracts.ts';
import { type Peer, startPeer } from './peer.ts';

/** Accounts, of tutorial 10, on node-soap. Path `/accounts`. */
export const startNodeSoapAccounts = () => startNode('node-soap-accounts.ts');
/** Accounts, of tutorial 10, on strong-soap. Path `/accounts`. */
export const startStrongSoapAccounts = () => startNode('strong-soap-accounts.ts');

function startNode(script: string): Promise<Peer> {
  return startPeer({
    program: process.execPath,
    args: [join(import.meta.dirname, 'node', script)],
    env: { PEER_WSDL: accountsWsdl, NODE_OPTIONS: '' },
  });
}
