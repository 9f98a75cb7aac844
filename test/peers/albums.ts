// Photos beside the envelope (the MIME binding of WSDL 1.1) as service and as client: Metro and Apache CXF.
import { join } from 'node:path';
import { type Client, conversation } from './callers.ts';
import { javaOf, type Stack } from './documents.ts';
import { type Peer, startPeer } from './peer.ts';

const source = join(import.meta.dirname, 'albums/Albums.java');
/** Its folder is on the class path: classes alone say nothing of parts beside the envelope. */
const wsdlFolder = join(import.meta.dirname, '../e2e/mappings/albums');

/** Path: /albums. */
export async function startAlbums(stack: Stack): Promise<Peer> {
  return startPeer({ program: 'java', args: [...(await javaOf(stack, source, wsdlFolder)), 'serve'] });
}

/** Calls are `[operation, number]`, results texts. */
export async function openAlbums(stack: Stack, wsdl: string): Promise<Client> {
  return conversation('java', [...(await javaOf(stack, source, wsdlFolder)), 'call', wsdl]);
}
