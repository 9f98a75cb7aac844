// Copies of photos in rpc style with parts beside the envelope, as service and as client: SAAJ, the SOAP API of Jakarta, which Metro has.
import { join } from 'node:path';
import { metro } from '../../scripts/setup/java.ts';
import { type Client, conversation } from './callers.ts';
import { javaArguments } from './java-class.ts';
import { type Peer, startPeer } from './peer.ts';

const source = join(import.meta.dirname, 'copies/Copies.java');

/** Why it cannot run on this machine; undefined where it can. */
export const noSaaj: string | undefined = metro.missing;

/** Path: /photos. */
export async function startCopies(): Promise<Peer> {
  return startPeer({ program: 'java', args: [...(await javaArguments(source, metro.jars)), 'serve'] });
}

/** Calls are `[operation, number]`, results texts. `url`: of the service. */
export async function openCopies(url: string): Promise<Client> {
  return conversation('java', [...(await javaArguments(source, metro.jars)), 'call', url]);
}
