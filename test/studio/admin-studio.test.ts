// Workbenches of the admin port follow the settings of a reload.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadMapping } from '../../src/mapping/load.ts';
import { adminStudio } from '../../src/studio/http/admin-studio.ts';
import { tutorials } from './start-studio.ts';

test('the setting faultTexts of a bridge counts, and a reload with other settings of a bridge closes its workbench, whose pages hear of it', async () => {
  const folder = join(tutorials, '70-faults');
  const mapping = await loadMapping(folder);
  const settings = {
    name: 'pay',
    mapping: folder,
    contract: undefined,
    allowRemote: [],
    set: [] as string[],
    faultTexts: 'show',
  };
  let bridges = [{ settings, mapping }] as unknown as Parameters<ReturnType<typeof adminStudio>>[0]['bridges'];
  const studio = adminStudio();
  const server = createServer(
    (req, res) => void studio({ bridges }, req, res, req.url ?? '').catch(() => res.destroy()),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>disk full</faultstring></s:Fault>';
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`;
  const [{ id: rule }] = mapping.rules;
  const translated = await fetch(`${origin}/pay/api/translate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rule, response: { side: 'soap', text, rule } }),
  });
  expect(((await translated.json()) as { response: { rest: { text: string } } }).response.rest.text).toContain(
    'disk full',
  );
  const events = await fetch(`${origin}/pay/api/events`);
  const reader = events.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toMatch(/^data: \d/);
  bridges = [];
  expect((await fetch(`${origin}/pay/`)).status).toBe(404);
  let end = await reader.read();
  while (!end.done) end = await reader.read();
  expect(end.done).toBe(true);
});
