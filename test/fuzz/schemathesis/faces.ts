// The REST faces that schemathesis tests: every tutorial, the business records, and a table made from an OpenAPI description.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { startRecords } from '../../../examples/records/service.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { libraryBackend } from '../../e2e/backends/library.ts';
import { startSoapFace } from '../../e2e/soap-face.ts';
import { startSoapStub } from './soap-stub.ts';

const root = join(import.meta.dirname, '../../..');
const mappings = join(root, 'mappings');

export interface Face {
  readonly origin: string;
  /** What the security scheme `apiKey` of its description asks for. */
  readonly key?: string;
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
  const folder = join(mappings, name);
  if (name === '40-paging') return startPaging(folder);
  return name === '90-credentials' ? startKeyed(folder, seed) : startStubbed(folder, seed);
}

const KEY = 'schemathesis-key';

async function startKeyed(folder: string, seed: number): Promise<Face> {
  process.env['CALLER_KEY'] = KEY;
  const secret = { env: 'CALLER_KEY' };
  const caller = { key: secret, email: 'ada@example.com', password: secret, account: 'ACME' };
  const auth = JSON.stringify({ front: [{ apiKey: { header: 'X-Api-Key' } }], callers: [caller] });
  return { ...(await startStubbed(folder, seed, { auth })), key: KEY };
}

/** Pages have to agree with one another. */
async function startPaging(folder: string): Promise<Face> {
  const service = await startSoapFace(folder);
  const library = libraryBackend();
  // Each reader has the loans of the one that there is.
  service.rest.answer = (asked) =>
    library({ ...asked, target: asked.target.replace(/readers\/[^/]+\//, 'readers/ada/') });
  return behind(service.stop, await startGateway({ mapping: folder, upstream: service.url }));
}

async function startStubbed(folder: string, seed: number, flags: Record<string, string> = {}): Promise<Face> {
  const stub = await startSoapStub(await loadMapping(folder), folder, seed);
  return behind(stub.close, await startGateway({ mapping: folder, upstream: stub.url, ...flags }));
}

async function startShop(seed: number): Promise<Face> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-shop-'));
  const { files } = convert(join(root, 'test/fixtures/openapi/shop.yaml'));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return behind(async () => rmSync(folder, { recursive: true }), await startStubbed(folder, seed));
}

/** `close`: of what stands behind the face. */
function behind(close: () => Promise<void>, face: Face): Face {
  const both = async () => {
    await face.close();
    await close();
  };
  return { ...face, close: both };
}

async function startBusinessRecords(): Promise<Face> {
  const folder = join(mappings, 'business-records');
  const records = await startRecords({ contract: join(folder, 'contract'), port: 0 });
  const [{ person: _, role: __, ...token }] = demoAccount.tokens;
  const secrets = { consumerSecret: token.consumerSecret, token: token.token, tokenSecret: token.tokenSecret };
  for (const [name, secret] of Object.entries(secrets)) process.env[`DEMO_${name}`] = secret;
  const hidden = Object.keys(secrets).map((name) => [name, { env: `DEMO_${name}` }]);
  const fields = { account: demoAccount.id, consumerKey: token.consumerKey, ...Object.fromEntries(hidden) };
  const auth = JSON.stringify({ back: { fields } });
  return behind(records.close, await startGateway({ mapping: folder, upstream: records.url, auth }));
}

async function startGateway(flags: Readonly<Record<string, string>>): Promise<Face> {
  const calm = {
    host: '127.0.0.1',
    adminPort: 'off',
    port: '0',
    overloadDelay: '0',
    logFormat: 'off',
    drainDelay: '0s',
  };
  const settings = await loadSettings({ flags: { ...calm, ...flags }, environment: process.env, cwd: root });
  const server = await startServer(settings, openLog(settings));
  return { origin: `http://127.0.0.1:${server.port}`, close: async () => void (await server.drain(0)) };
}
