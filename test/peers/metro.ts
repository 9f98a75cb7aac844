// Metro, the reference implementation of Jakarta XML Web Services, as service and as client of documents with attachments.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { metro } from '../../scripts/setup/java.ts';
import { type Client, conversation } from './callers.ts';
import { type Peer, startPeer } from './peer.ts';

/** Why Metro cannot run on this machine; undefined where it can. */
export const noMetro: string | undefined = metro.missing;

const cache = join(import.meta.dirname, '../../.cache/peers');
const source = join(import.meta.dirname, 'metro/Documents.java');

/** Path: /documents. Uses MTOM where its client does. */
export async function startMetroDocuments(): Promise<Peer> {
  return startPeer({ program: 'java', args: [...(await java()), 'serve'] });
}

/** MTOM is on for all that is binary. Calls are `[operation, number]`, results texts. */
export async function openMetroDocuments(wsdl: string): Promise<Client> {
  return conversation('java', [...(await java()), 'call', wsdl]);
}

async function java(): Promise<string[]> {
  const hash = createHash('sha256').update(readFileSync(source)).update(metro.jars).digest('hex').slice(0, 16);
  const folder = join(cache, `metro-${hash}`);
  if (!existsSync(folder)) await compile(folder);
  // What is compiled in a hurry is enough for some calls.
  return ['-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', `${folder}:${metro.jars}`, 'Documents'];
}

/** The folder appears at once and whole; several processes may make it. */
async function compile(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const room = mkdtempSync(join(cache, 'build-'));
  await promisify(execFile)('javac', ['-proc:none', '-nowarn', '-d', room, '-cp', metro.jars, source]);
  if (existsSync(folder)) rmSync(room, { recursive: true });
  else renameSync(room, folder);
}
