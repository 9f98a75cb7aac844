// Messages in several parts that a service sends and nobody can read: client and operator hear what is wrong, in words about the service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { call } from './http-client.ts';

const mapping = join(import.meta.dirname, '../e2e/mappings/documents');
const root = (content: string) =>
  `Content-Type: text/xml\r\n\r\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:getDocumentResponse xmlns:d="urn:example:documents"><return><content>${content}</content><name>n</name></return></d:getDocumentResponse></e:Body></e:Envelope>`;
const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a"/>';
const part = 'Content-ID: <a>\r\n\r\nabc';
const body = (...parts: readonly string[]) => `${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`;

/** What the client and the operator hear of a response. */
async function heard(response: string) {
  const service = createServer((_, answer) => {
    answer.setHeader('content-type', 'multipart/related; boundary=b; type="text/xml"').end(response);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const lines: Fields[] = [];
  const log = { write: (_: string, fields: Fields) => void lines.push(fields), droppedLines: 0, end: async () => true };
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const flags = { mapping, upstream, host: '127.0.0.1', port: '0', adminPort: 'off', watch: '0', retries: '0' };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: '/' }), log);
  onTestFinished(async () => void (await server.drain(0)));
  const { status, text } = await call(server.port, '/documents/1');
  return { status, text, logged: lines.find(({ code }) => code === 'UPSTREAM_BODY')?.['reason'] as string };
}

test.each([
  ['a reference to nothing', body(root(include)), 'xop:Include refers to no attachment of the message'],
  [
    'two parts of one name',
    body(root(include), part, part),
    'two parts of the multipart body have the same Content-ID',
  ],
  ['line feeds alone', body(root(include), part).replaceAll('\r\n', '\n'), 'end with LF alone, not with CR LF'],
  ['a cut', body(root(include), part).replace('--b--', ''), 'it was cut off'],
  [
    'base64 that is none',
    body(root(include), part.replace('\r\n', '\r\nContent-Transfer-Encoding: base64\r\n').replace('abc', '?!')),
    'is not the base64 that it says',
  ],
])('%s', async (_, response, cause) => {
  const { status, text, logged } = await heard(response);
  expect(status).toBe(502);
  expect(JSON.parse(text)).toMatchObject({ code: 'UPSTREAM_BODY', detail: expect.stringContaining(cause) });
  expect(logged).toContain(cause);
  expect(text + logged).not.toMatch(/Wrong request body|BAD_BODY/);
});
