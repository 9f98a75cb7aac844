// Attachments to and from peers that share no code with us.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { noMetro, startMetroDocuments } from '../peers/metro.ts';
import type { Peer } from '../peers/peer.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const mapping = join(import.meta.dirname, 'mappings/documents');

interface Face {
  readonly origin: string;
  stop(): Promise<void>;
}

async function startFace(options: Omit<SoapstoneOptions, 'mapping'>): Promise<Face> {
  const gateway: Gateway = await soapstone({ mapping, breakerFailures: 0, ...options });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** The documents of Metro: see Documents.java. */
function contentOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, i) => (i * 31 + Math.floor(i / 251)) & 0xff));
}

describe.skipIf(noMetro)(noMetro ? `Metro: not run, ${noMetro}` : 'a service on Metro', () => {
  let peer: Peer;
  let recorder: Recorder;
  let face: Face;
  beforeAll(async () => {
    peer = await startMetroDocuments();
    recorder = await startRecorder(peer.origin);
    face = await startFace({ upstream: `${recorder.origin}/documents` });
  }, 60_000);
  afterAll(async () => {
    await face?.stop();
    await recorder?.stop();
    await peer?.stop();
  });

  it.each([0, 1, 5000, 3_000_000])('sends a letter of %i bytes as an attachment', async (length) => {
    const response = await fetch(`${face.origin}/letters/${length}`);
    expect(await response.json()).toEqual({ scan: contentOf(length).toString('base64'), sender: `sender ${length}` });
    expect(recorder.calls.at(-1)!.response.toString('latin1')).toContain('Content-ID');
  });
});

describe('a service that sends what nobody should', () => {
  const envelope = (content: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:getDocumentResponse xmlns:d="urn:example:documents"><return><content>${content}</content><name>n</name></return></d:getDocumentResponse></e:Body></e:Envelope>`;
  const include = (id: string) => `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
  const part = 'Content-ID: <a>\r\n\r\nabc';
  let parts: string[];
  let service: Server;
  let face: Face;
  beforeAll(async () => {
    service = createServer((_, response) => {
      response.setHeader('content-type', 'multipart/related; boundary=b; type="application/xop+xml"');
      response.end(`${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--`);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    face = await startFace({
      upstream: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      maxResponseBody: 65_536,
    });
  });
  afterAll(async () => {
    await face?.stop();
    service?.close();
  });

  it.each([
    ['what it should', [`\r\n${envelope(include('a'))}`, part], 200, undefined],
    ['a reference to nothing', [`\r\n${envelope(include('b'))}`, part], 502, 'UPSTREAM_BODY'],
    ['two parts of one name', [`\r\n${envelope(include('a'))}`, part, part], 502, 'UPSTREAM_BODY'],
    ['a part without head', [`\r\n${envelope(include('a'))}`, 'abc'], 502, 'UPSTREAM_BODY'],
    ['many parts', [`\r\n${envelope('YWJj')}`, ...Array(60).fill('\r\nx')], 502, 'UPSTREAM_LIMIT'],
    [
      'one part many times',
      [`\r\n${envelope(include('a').repeat(100))}`, `${part}${'x'.repeat(1000)}`],
      502,
      'UPSTREAM_LIMIT',
    ],
  ])('%s', async (_, sent, status, code) => {
    parts = sent;
    const response = await fetch(`${face.origin}/documents/1`);
    const body = (await response.json()) as Record<string, unknown>;
    expect({ status: response.status, code: body['code'], content: body['content'] }).toEqual({
      status,
      code,
      content: status === 200 ? 'YWJj' : undefined,
    });
  });
});
