// Documents with attachments as service and as client: Metro, the reference implementation of Jakarta XML Web Services, and Apache CXF.
import { join } from 'node:path';
import { cxfSecurity, metro } from '../../scripts/setup/java.ts';
import { type Client, conversation } from './callers.ts';
import { javaArguments } from './java-class.ts';
import { type Peer, startPeer } from './peer.ts';

const stacks = { Metro: metro, CXF: cxfSecurity };

export type Stack = keyof typeof stacks;

/** Why it cannot run on this machine; undefined where it can. */
export function missingStack(stack: Stack): string | undefined {
  return stacks[stack].missing;
}

const source = join(import.meta.dirname, 'documents/Documents.java');

/** Its folder is on the class path: a WSDL made from the classes would import the schema of swaRef from the network. */
const wsdlFolder = join(import.meta.dirname, '../e2e/mappings/documents');

/** Path: /documents. Uses MTOM where its client does; CXF always. */
export async function startDocuments(stack: Stack): Promise<Peer> {
  return startPeer({ program: 'java', args: [...(await javaOf(stack, source, wsdlFolder)), 'serve'] });
}

/** MTOM is on for all that is binary. Calls are `[operation, number]`, results texts. */
export async function openDocuments(stack: Stack, wsdl: string): Promise<Client> {
  return conversation('java', [...(await javaOf(stack, source, wsdlFolder)), 'call', wsdl]);
}

/** Arguments of `java` that run the class of a source file. `wsdlFolder` is on the class path too. */
export function javaOf(stack: Stack, source: string, wsdlFolder: string): Promise<string[]> {
  return javaArguments(source, `${stacks[stack].jars}:${wsdlFolder}`);
}
