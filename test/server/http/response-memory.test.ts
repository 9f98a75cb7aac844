// How often a response of the service counts while it comes in: as many bytes as there are of it.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { begin, call } from '../http-client.ts';
import { parcelFiles, soapRequest } from '../parcels.ts';
import { temp } from '../temp.ts';

const SENT = 1_000_000;
const XML = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>';

/** A service that says the beginning of a response, and never the end. */
async function open(type: string, start: string, more: Readonly<Record<string, string>>) {
  const held: ServerResponse[] = [];
  const service = createServer((_req, res) => {
    held.push(res);
    res.writeHead(200, { 'content-type': type, 'content-length': 2 * SENT }).write(start.padEnd(SENT));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const cwd = temp(parcelFiles);
  const own = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const flags = { ...own, maxBodies: '64MiB', mapping: cwd, upstream, ...more };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd }), silent);
  onTestFinished(async () => {
    await server.drain(0);
    service.closeAllConnections();
    service.close();
  });
  const used = async () => {
    const { text } = await call(server.adminPort as number, '/metrics');
    return Number(/^soapstone_body_memory_bytes (.*)$/m.exec(text)?.[1]);
  };
  return { port: server.port, used };
}

test('that of a SOAP service is there twice: as XML, and as the JSON that is made of it', async () => {
  const { port, used } = await open('text/xml', XML, {});
  const { sent, got } = begin(port, '/v1/whole/1');
  got.catch(() => {});
  await expect.poll(used).toBe(2 * SENT);
  sent.destroy();
});

test('that of a REST service is there once', async () => {
  const { port, used } = await open('application/json', '[', { present: 'soap', path: '/soap' });
  const body = soapRequest('List', '1');
  const { sent, got } = begin(port, '/soap', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  got.catch(() => {});
  // The request is there twice.
  await expect.poll(used).toBe(SENT + 2 * Buffer.byteLength(body));
  sent.destroy();
});
