// Policies of a WSDL → settings → messages that WSS4J takes and gives: signed and encrypted in both directions.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { policyProposal } from '../../src/init/proposals/policy.ts';
import { contractPolicy } from '../../src/policy/contract-policy.ts';
import { makePair } from '../auth/signed-messages.ts';
import { noSecured, type Secured, startSecured } from '../peers/secured.ts';
import { asymmetric, BOTH_PARTS, contractWith, nest, type Places, policy, wsdlWith } from '../policy/policies.ts';

const REFERENCE = '<wsp:PolicyReference URI="#Message"/>';
const TO_RECIPIENT = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/AlwaysToRecipient';
const TOKEN = nest('sp:SignedSupportingTokens', nest('sp:UsernameToken', '<sp:HashPassword/>')).replace(
  '<sp:UsernameToken>',
  `<sp:UsernameToken sp:IncludeToken="${TO_RECIPIENT}">`,
);
const CONFIRMATION = nest('sp:Wss11', '<sp:RequireSignatureConfirmation/>');
const messages = { definitions: BOTH_PARTS, input: REFERENCE, output: REFERENCE };

const CASES: Readonly<Record<string, Places>> = {
  password: { ...messages, binding: policy(asymmetric() + TOKEN) },
  signature: {
    ...messages,
    binding: policy(
      asymmetric({ suite: 'Basic128Sha256', properties: '<sp:EncryptSignature/><sp:ProtectTokens/>' }) + CONFIRMATION,
    ),
  },
  gcm: {
    ...messages,
    binding: policy(asymmetric({ suite: 'cxf:Basic256GCM', properties: '<sp:EncryptSignature/>' })),
  },
  // Responses to clients are not signed.
  request: { input: policy(`${asymmetric()}<sp:SignedParts><sp:Body/></sp:SignedParts>`) },
};

const ROWS = 'soapstone: 2\ncontract: notes.wsdl\nrules:\n  - GET /notes/{id}: GetNote\n';

describe.skipIf(noSecured)(noSecured ? `WSS4J: not run, ${noSecured}` : 'WSS4J', () => {
  const dir = mkdtempSync(join(tmpdir(), 'soapstone-'));
  let secured: Secured;

  beforeAll(async () => {
    for (const name of ['client', 'service']) storeOf(name, dir);
    const files = Object.entries(CASES).map(([name, places]) => {
      writeFileSync(join(dir, `${name}.wsdl`), wsdlWith(places));
      return join(dir, `${name}.wsdl`);
    });
    secured = await startSecured(dir, files);
  }, 60_000);

  afterAll(async () => {
    await secured?.stop();
    rmSync(dir, { recursive: true });
  });

  test.each(['password', 'signature', 'gcm'])(
    'what the policy proposes is what the service takes: %s',
    async (name) => {
      const { auth } = policyProposal(contractPolicy(contractWith(CASES[name])), 'auth.yaml');
      writeFileSync(join(dir, 'auth.yaml'), auth as string);
      process.env.SERVICE_USER = 'anna';
      process.env.SERVICE_PASSWORD = 'secret';
      const upstream = `${secured.origin}/${name}`;
      const gate = await start(dir, { upstream, auth: join(dir, 'auth.yaml') as never });
      expect(await ask(gate)).toEqual([200, { text: 'milk' }]);
      const bare = await start(dir, { upstream });
      expect((await ask(bare))[0]).not.toBe(200);
      const edited = (auth as string).replace('authority: { file: service.pem }', 'authority: { file: client.pem }');
      writeFileSync(join(dir, 'other.yaml'), edited);
      const distrusting = await start(dir, { upstream, auth: join(dir, 'other.yaml') as never });
      expect(await ask(distrusting)).toEqual([502, expect.objectContaining({ code: 'UPSTREAM_SECURITY' })]);
    },
  );

  test.each([
    ['signature', { signature: { authority: { file: 'client.pem' }, algorithms: ['rsa-sha1'], known: false } }],
    ['password', 'usernameToken'],
  ])('its client does what the WSDL of a gateway asks for, and not what the contract asks for: %s', async (_, kind) => {
    process.env.SERVICE_PASSWORD = 'secret';
    const upstream = await startTea();
    const callers = [{ user: 'anna', password: { env: 'SERVICE_PASSWORD' } }];
    writeFileSync(join(dir, 'front.yaml'), JSON.stringify({ front: [kind], callers }));
    const gate = await start(dir, { present: 'soap', upstream, auth: join(dir, 'front.yaml') as never });
    const wsdl = await (await fetch(`${gate}/notes?wsdl`)).text();
    expect(wsdl).not.toMatch(/EncryptedParts|sp:Wss11|#Message/);
    expect(await secured.call(`${gate}/notes?wsdl`, `${gate}/notes`)).toBe('tea');
  });

  test('its client calls a gateway that asks for nothing, whatever the contract asks for', async () => {
    const gate = await start(dir, { present: 'soap', upstream: await startTea() });
    expect(await secured.call(`${gate}/notes?wsdl`, `${gate}/notes`)).toBe('tea');
  });

  test('what its client signs is who calls', async () => {
    const upstream = await startTea();
    const trusting = (file: string) => ({
      front: [{ signature: { authority: { file: join(dir, file) }, algorithms: ['rsa-sha1'], known: false } }],
    });
    const call = async (file: string) => {
      const gate = await start(dir, { present: 'soap', upstream, auth: trusting(file) as never });
      return secured.call(join(dir, 'request.wsdl'), `${gate}/notes`);
    };
    expect(await call('client.pem')).toBe('tea');
    expect(await call('service.pem')).toMatch(/signature or decryption was invalid/);
  });
});

/** A REST service. */
async function startTea(): Promise<string> {
  const service = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"text":"tea"}'),
  );
  service.listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}

/** A key with its certificate in PEM and as key stores of Java, all of them with the password `secret`. */
function storeOf(name: string, dir: string): void {
  const { cert, key } = makePair(dir, name);
  const store = ['-name', name, '-passout', 'pass:secret', '-out', join(dir, `${name}.p12`)];
  execFileSync('openssl', ['pkcs12', '-export', '-in', cert, '-inkey', key, ...store]);
  const trust = ['-keystore', join(dir, `${name}-trust.p12`), '-storetype', 'PKCS12', '-storepass', 'secret'];
  execFileSync('keytool', ['-importcert', '-noprompt', '-file', cert, '-alias', name, ...trust], { stdio: 'ignore' });
}

async function start(dir: string, options: Partial<SoapstoneOptions> & Pick<SoapstoneOptions, 'upstream'>) {
  writeFileSync(join(dir, 'mapping.yaml'), ROWS);
  writeFileSync(join(dir, 'notes.wsdl'), readFileSync(join(dir, 'password.wsdl')));
  const gateway = await soapstone({ mapping: dir, breakerFailures: 0, ...options });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(origin: string): Promise<[number, unknown]> {
  const response = await fetch(`${origin}/notes/7`);
  return [response.status, await response.json()];
}
