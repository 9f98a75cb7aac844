// Parts of the MIME binding of WSDL 1.1 to and from peers that share no code with us.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAlbums, startAlbums } from '../peers/albums.ts';
import type { Client } from '../peers/callers.ts';
import { missingStack, type Stack } from '../peers/documents.ts';
import type { Peer } from '../peers/peer.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('albums');
const SIZES = [0, 5, 300_000];

for (const stack of ['Metro', 'CXF'] as const) {
  const missing = missingStack(stack);
  describe.skipIf(missing)(missing ? `${stack}: not run, ${missing}` : `a service on ${stack}`, () => serviceOn(stack));
  describe.skipIf(missing)(missing ? `${stack}: not run, ${missing}` : `a client on ${stack}`, () => clientOn(stack));
}

function serviceOn(stack: Stack): void {
  let peer: Peer;
  let recorder: Recorder;
  let gateway: RunningGateway;
  beforeAll(async () => {
    peer = await startAlbums(stack);
    recorder = await startRecorder(peer.origin);
    gateway = await startGateway(mapping, `${recorder.origin}/albums`);
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
    await recorder?.stop();
    await peer?.stop();
  });

  it.each(SIZES)('takes a photo of %i bytes beside the envelope', async (length) => {
    const request = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(photo(length)) };
    const response = await fetch(`${gateway.origin}/albums/%C3%B6%20%26/photos`, request);
    expect([response.status, await response.json()]).toEqual([201, { receipt: `ö & ${described(photo(length))}` }]);
    expect(recorder.calls.at(-1)!.request.toString('latin1')).toMatch(/Content-ID: <photo=/);
  });

  it.each(SIZES)('gives a photo of %i bytes', async (length) => {
    const response = await fetch(`${gateway.origin}/photos/${length}`);
    const { headers } = response;
    expect([headers.get('content-type'), headers.get('x-name')]).toEqual(['image/jpeg', `photo ${length}`]);
    expect(described(await response.bytes())).toBe(described(photo(length)));
    expect(recorder.calls.at(-1)!.response.toString('latin1')).not.toMatch(/<[^>]*photo[> ]/);
  });
}

function clientOn(stack: Stack): void {
  let face: SoapFace;
  let client: Client;
  beforeAll(async () => {
    face = await startSoapFace(mapping);
    client = await openAlbums(stack, `${face.url}?wsdl`);
  }, 60_000);
  afterAll(async () => {
    client?.close();
    await face?.stop();
  });

  it.each(SIZES)('gets a photo of %i bytes', async (length) => {
    face.rest.answer = ({ target }) => ({
      headers: { 'content-type': 'image/jpeg', 'x-name': target },
      body: photo(length),
    });
    const result = `/photos/${length} ${described(photo(length))}`;
    expect(await client.call('getPhoto', length as never)).toEqual({ result });
  });

  it.each(SIZES)('sends a photo of %i bytes', async (length) => {
    face.rest.answer = ({ target, headers, octets }) => ({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt: `${target} ${headers['content-type']} ${described(octets)}` }),
    });
    const result = `/albums/java/photos image/jpeg ${described(photo(length))}`;
    expect(await client.call('putPhoto', length as never)).toEqual({ result });
  });
}

/** As Albums.java has them. */
function photo(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, i) => (i * 31 + Math.floor(i / 251)) & 0xff));
}

function described(bytes: Uint8Array): string {
  return `image/jpeg ${bytes.length} ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}
