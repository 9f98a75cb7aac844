// Uploads that become attachments: many at once take no more memory than `maxBodies` lets them, whatever their number (decision 0136).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../server/until.ts';
import { startGateway } from './gateway.ts';
import { testMapping } from './scene.ts';

const MIB = 1024 * 1024;
const BUDGET = 64 * MIB;
const UPLOAD = 4 * MIB;
const COUNT = 40;
const content = Buffer.alloc(UPLOAD, 'content of a letter \r\n--');
const receipt =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:putLetterResponse xmlns:d="urn:example:documents"><return>kept</return></d:putLetterResponse></e:Body></e:Envelope>';

/** Answers when it is told to. */
async function startService() {
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const isWhole = (await buffer(request)).includes(content);
    const answer = () => response.writeHead(isWhole ? 200 : 400, { 'content-type': 'text/xml' }).end(receipt);
    waiting.push(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { waiting, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('are taken as far as there is memory, and refused beyond', async () => {
  const { waiting, origin } = await startService();
  const gateway = await startGateway(testMapping('documents'), origin, [
    '--max-bodies',
    String(BUDGET),
    '--mtom',
    'true',
  ]);
  onTestFinished(async () => void (await gateway.stop()));
  let refused = 0;
  const upload = async () => {
    const request = { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array(content) };
    const response = await fetch(`${gateway.origin}/letters?sender=s`, request);
    const { code, receipt: kept } = (await response.json()) as Record<string, unknown>;
    if (code === 'OVERLOADED') refused++;
    return code ?? kept;
  };
  const before = gateway.peakMemory();
  const uploads = Array.from({ length: COUNT }, upload);
  await until(() => waiting.length + refused === COUNT);
  expect(waiting.length).toBeGreaterThan(0);
  expect(gateway.peakMemory() - before).toBeLessThan(3 * BUDGET);
  for (const answer of waiting) answer();
  const outcomes = await Promise.all(uploads);
  expect(new Set(outcomes)).toEqual(new Set(['kept', 'OVERLOADED']));
});
