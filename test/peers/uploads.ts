// A REST service in Python, which parses multipart forms by itself.
import { join } from 'node:path';
import { startPeer } from './peer.ts';

/** Answers `{ code, type, message }`: the message is JSON of what it read, `{ path, fields, files }`. */
export function startUploads() {
  return startPeer({ program: '/usr/bin/python3', args: [join(import.meta.dirname, 'uploads/uploads.py')] });
}
