// Tokens that a table has in its paths are ids: captures show them, and their exchanges become cases. Tokens that open something stay masked, in paths too.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { recordCase } from '../../../src/recording/record-case.ts';
import { smallWsdl } from '../../init/small-contract.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { open } from './open-capturing.ts';

const contract = smallWsdl({
  operations: [
    'GotoMark(MarkToken: string, CameraToken: string, SessionToken?: string) -> done: boolean',
    'AddMark(CameraToken: string) -> MarkToken: string',
    'GetCart(accessToken: string) -> total: int',
  ],
});
const table = `soapstone: 2
contract: camera.wsdl
only: rest-to-soap
rest: { unwrap: { request: "*", response: "*" } }
rules:
  - POST /marks/{markToken}/goto: GotoMark
  - id: add
    rest: { request: "POST /cameras/{camera}/marks", response: { status: 200, body: { MarkToken: "{mark}" } } }
    soap: { request: { AddMark: { CameraToken: "{camera}" } }, response: { AddMarkResponse: { MarkToken: "{mark}" } } }
  - GET /carts/{accessToken}: GetCart
`;

async function service(): Promise<string> {
  const answers = {
    GotoMark: '<done>true</done>',
    AddMark: '<MarkToken>mark-8</MarkToken>',
    GetCart: '<total>3</total>',
  };
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk) => (text += chunk));
    req.on('end', () => {
      const [name, content] = Object.entries(answers).find(([operation]) => text.includes(operation))!;
      const body = `<${name}Response xmlns="urn:small">${content}</${name}Response>`;
      res.setHeader('content-type', 'text/xml');
      res.end(`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v`;
}

test('ids are captured as they are, and the cases of their exchanges pass', async () => {
  const folder = temp({ 'camera.wsdl': contract, 'mapping.yaml': table });
  const { port, exchanges } = await open({ mapping: folder, upstream: await service(), debugWire: '*' });
  const post = (path: string, body?: object) =>
    call(port, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
  expect((await post('/marks/mark-7/goto', { CameraToken: 'cam-1', SessionToken: 'sesame' })).status).toBe(200);
  expect((await post('/cameras/cam-1/marks')).status).toBe(200);
  expect((await call(port, '/carts/open-sesame')).status).toBe(200);
  const [goto, add, cart] = await exchanges(3);
  expect(goto.calls[0].request.body).toMatch(/<(\w+:)?MarkToken[^>]*>mark-7</);
  expect(add.response?.body).toBe('{"MarkToken":"mark-8"}');
  expect(add.calls[0].request.body).toMatch(/<(\w+:)?CameraToken[^>]*>cam-1</);
  expect(goto.request.body).toContain('"SessionToken":"***"');
  expect(cart.request.target).toBe('/carts/***');
  expect(JSON.stringify([goto, add, cart])).not.toContain('sesame');
  const mapping = await loadMapping(folder);
  for (const exchange of [goto, add]) expect(await recordCase(mapping, exchange, 'a case')).toHaveProperty('text');
});

test('a request that no rule takes keeps its tokens masked', async () => {
  const folder = temp({ 'camera.wsdl': contract, 'mapping.yaml': table });
  const { port, exchanges } = await open({ mapping: folder, upstream: await service(), debugWire: '*' });
  await call(port, '/elsewhere?cameraToken=cam-1&sessionToken=sesame');
  const [lost] = await exchanges(1);
  expect(lost.request.target).toBe('/elsewhere?cameraToken=***&sessionToken=***');
});
