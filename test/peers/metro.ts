// Metro, the reference implementation of Jakarta XML Web Services, as service and as client of documents with attachments.
import { join } from 'node:path';
import { metro } from '../../scripts/setup/java.ts';
import { type Client, conversation } from './callers.ts';
import { javaArguments } from './java-class.ts';
import { type Peer, startPeer } from './peer.ts';

/** Why Metro cannot run on this machine; undefined where it can. */
export const noMetro: string | undefined = metro.missing;

const source = join(import.meta.dirname, 'metro/Documents.java');

/** Path: /documents. Uses MTOM where its client does. */
export async function startMetroDocuments(): Promise<Peer> {
  return startPeer({ program: 'java', args: [...(await javaArguments(source, metro.jars)), 'serve'] });
}

/** MTOM is on for all that is binary. Calls are `[operation, number]`, results texts. */
export async function openMetroDocuments(wsdl: string): Promise<Client> {
  return conversation('java', [...(await javaArguments(source, metro.jars)), 'call', wsdl]);
}
