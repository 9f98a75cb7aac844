// A service that resolves the prefixes of text, in Python on libxml2.
import { join } from 'node:path';
import { type Peer, startPeer } from './peer.ts';

/** What it cannot resolve is a fault. Path: any. */
export function startTopics(): Promise<Peer> {
  return startPeer({ program: '/usr/bin/python3', args: [join(import.meta.dirname, 'topics/topics.py')] });
}
