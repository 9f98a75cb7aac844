// The REST faces that schemathesis tests: every tutorial, the business records, and a table made from an OpenAPI description.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wsdl } from '../../../src/cli/wsdl.ts';
import { demoAccount } from '../../../src/demo/records/access/people.ts';
import { startRecords } from '../../../src/demo/records/service.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { startSoapStub } from './soap-stub.ts';

const root = join(import.meta.dirname, '../../..');
const mappings = join(root, 'mappings');

export interface Face {
  readonly origin: string;
  /** Header fields that every request needs. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

type Start = (seed: number) => Promise<Face>;

/** In the order in which they are tested. */
export const faces: ReadonlyMap<string, Start> = new Map([
  ...tutorials().map((name): [string, Start] => [name, (seed) => startTutorial(name, seed)]),
  ['openapi-shop', startShop],
  ['business-records', startBusinessRecords],
]);

function tutorials(): string[] {
  return readdirSync(mappings).filter((name) => /^\d/.test(name));
}

function startTutorial(name: string, seed: number): Promise<Face> {
  return startStubbed(join(mappings, name), seed, name === '60-credentials' ? KEYED : undefined);
}

const KEY = 'schemathesis-key';
const KEYED = {
  flags: {
    auth: JSON.stringify({
      front: [{ apiKey: { header: 'X-Api-Key' } }],
      callers: [{ key: { env: 'CALLER_KEY' }, email: 'ada@example.com', password: { env: 'CALLER_KEY' }, account: 'ACME' }],
    }),
  },
  headers: { 'X-Api-Key': KEY },
};

async function startStubbed(folder: string, seed: number, more: Partial<typeof KEYED> = {}): Promise<Face> {
  const stub = await startSoapStub(await loadMapping(folder), folder, seed);
  const gateway = await startGateway({ mapping: folder, upstream: stub.url, ...more.flags });
  const close = async () => {
    await gateway.close();
    await stub.close();
  };
  return { origin: gateway.origin, headers: more.headers ?? {}, close };
}

async function startShop(seed: number): Promise<Face> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-shop-'));
  await wsdl({ openapi: join(root, 'test/fixtures/openapi/shop.yaml'), output: folder });
  const face = await startStubbed(folder, seed);
  const close = async () => {
    await face.close();
    rmSync(folder, { recursive: true });
  };
  return { ...face, close };
}

async function startBusinessRecords(): Promise<Face> {
  const folder = join(mappings, 'business-records');
  const records = await startRecords({ contract: join(folder, 'contract'), port: 0 });
  const [{ person: _, role: __, ...token }] = demoAccount.tokens;
  const secrets = { consumerSecret: token.consumerSecret, token: token.token, tokenSecret: token.tokenSecret };
  for (const [name, secret] of Object.entries(secrets)) process.env[`DEMO_${name}`] = secret;
  const hidden = Object.keys(secrets).map((name) => [name, { env: `DEMO_${name}` }]);
  const fields = { account: demoAccount.id, consumerKey: token.consumerKey, ...Object.fromEntries(hidden) };
  const gateway = await startGateway({
    mapping: folder,
    upstream: records.url,
    auth: JSON.stringify({ back: { fields } }),
  });
  const close = async () => {
    await gateway.close();
    await records.close();
  };
  return { origin: gateway.origin, headers: {}, close };
}

async function startGateway(flags: Readonly<Record<string, string>>) {
  process.env['CALLER_KEY'] = KEY;
  const calm = { host: '127.0.0.1', adminPort: 'off', port: '0', overloadDelay: '0', logFormat: 'off', drainDelay: '0s' };
  const settings = await loadSettings({ flags: { ...calm, ...flags }, environment: process.env, cwd: root });
  const server = await startServer(settings, openLog(settings));
  return { origin: `http://127.0.0.1:${server.port}`, close: async () => void (await server.drain(0)) };
}
