// Operations of rpc style whose parts stand beside the envelope, to and from SAAJ: it shares no code with us, and refuses what is not as the contract says.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../peers/callers.ts';
import { noSaaj, openCopies, startCopies } from '../peers/copies.ts';
import type { Peer } from '../peers/peer.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('photos');
const SIZES = [0, 5, 300_000];
const COUNT = 7;

describe.skipIf(noSaaj)(noSaaj ? `SAAJ: not run, ${noSaaj}` : 'a service on SAAJ', () => {
  let peer: Peer;
  let gateway: RunningGateway;
  beforeAll(async () => {
    peer = await startCopies();
    gateway = await startGateway(mapping, `${peer.origin}/photos`);
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
    await peer?.stop();
  });

  it.each(SIZES)('takes a photo of %i bytes, and gives its copy', async (length) => {
    const request = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(photo(length)) };
    const response = await fetch(`${gateway.origin}/copies?count=${COUNT}`, request);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(described(await response.bytes())).toBe(described(changed(photo(length))));
  });
});

describe.skipIf(noSaaj)(noSaaj ? `SAAJ: not run, ${noSaaj}` : 'a client on SAAJ', () => {
  let face: SoapFace;
  let client: Client;
  beforeAll(async () => {
    face = await startSoapFace(mapping);
    client = await openCopies(face.url);
  }, 60_000);
  afterAll(async () => {
    client?.close();
    await face?.stop();
  });

  it.each(SIZES)('sends a photo of %i bytes, and gets its copy', async (length) => {
    face.rest.answer = ({ octets }) => ({ headers: { 'content-type': 'image/jpeg' }, body: changed(octets) });
    expect(await client.call('copyPhoto', length as never)).toEqual({ result: described(changed(photo(length))) });
    const { target, headers, octets } = face.rest.asked.at(-1)!;
    expect([target, headers['content-type'], described(octets)]).toEqual([
      `/copies?count=${COUNT}`,
      'image/jpeg',
      described(photo(length)),
    ]);
  });
});

/** As Copies.java has them. */
function photo(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, i) => (i * 31 + Math.floor(i / 251)) & 0xff));
}

function changed(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => byte ^ COUNT);
}

function described(bytes: Uint8Array): string {
  return `${bytes.length} ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}
