// Stacks of other people on the other side: PHP judges what we show, zeep and node-soap show what we judge.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClientAsync, WSSecurity } from 'soap';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPhpNotes } from '../peers/php.ts';
import { startGate, startPeer } from './notes.ts';

process.env.NOTES_PASSWORD = 'pass & <word>';
process.env.NOTES_WRONG = 'wrong';
process.env.NOTES_CONSUMER_SECRET = 'c/s';
process.env.NOTES_TOKEN = 'tk';
process.env.NOTES_TOKEN_SECRET = 't+s';

const { NOTES_PASSWORD, NOTES_CONSUMER_SECRET, NOTES_TOKEN_SECRET } = process.env as Record<string, string>;

async function php() {
  const peer = await startPhpNotes({ NOTES_PASSWORD, NOTES_CONSUMER_SECRET, NOTES_TOKEN_SECRET });
  onTestFinished(() => peer.stop());
  return `${peer.origin}/notes`;
}

describe('PHP as the service', () => {
  test.each(['digest', 'text'])('accepts a UsernameToken (%s), each once', async (type) => {
    const fields = { user: 'anna', password: { env: 'NOTES_PASSWORD' } };
    const back = { fields, security: { usernameToken: { type }, timestamp: '5m' } };
    const gate = await startGate(await php(), { auth: { back } });
    for (let i = 0; i < 3; i++) {
      const { status, text } = await gate.get('/v1/notes/7');
      expect([status, JSON.parse(text).author]).toEqual([200, 'anna']);
    }
  });

  test('refuses a wrong password', async () => {
    const back = { fields: { user: 'anna', password: { env: 'NOTES_WRONG' } }, security: { usernameToken: {} } };
    const gate = await startGate(await php(), { auth: { back } });
    const { status, text } = await gate.get('/v1/notes/7');
    expect([status, JSON.parse(text).code]).toEqual([401, 'INVALID_LOGIN']);
  });

  test('accepts the signature of a tokenPassport, each once', async () => {
    const fields = {
      account: 'Ä&1',
      consumerKey: 'ck',
      consumerSecret: { env: 'NOTES_CONSUMER_SECRET' },
      token: { env: 'NOTES_TOKEN' },
      tokenSecret: { env: 'NOTES_TOKEN_SECRET' },
    };
    const gate = await startGate(await php(), { auth: { back: { fields } } });
    for (let i = 0; i < 3; i++) {
      const { status, text } = await gate.get('/v1/notes/7');
      expect([status, JSON.parse(text).author]).toEqual([200, 'Ä&1']);
    }
  });
});

/** A gateway with SOAP in front that knows Anna; resolves with its WSDL. */
async function face(passwords: readonly string[]): Promise<string> {
  const rest = { headers: { 'content-type': 'application/json' }, body: '{"text":"milk","author":"anna"}' };
  const peer = await startPeer(() => rest);
  const front = [{ usernameToken: { passwords } }];
  const callers = [{ user: 'anna', password: { env: 'NOTES_PASSWORD' } }];
  const upstream = peer.origin.replace('/notes', '');
  const { port } = await startGate(upstream, { present: 'soap', auth: { front, callers } });
  return `http://127.0.0.1:${port}/notes?wsdl`;
}

const ZEEP = `
import sys
from zeep import Client
from zeep.exceptions import Fault
from zeep.wsse.username import UsernameToken
wsdl, password, digest = sys.argv[1:]
client = Client(wsdl, wsse=UsernameToken('anna', password, use_digest=digest == 'digest'))
for _ in range(2):
    try:
        print(client.service.GetNote(id=7).text)
    except Fault as fault:
        print(fault.code)
`;

async function zeep(wsdl: string, password: string, type: string): Promise<string[]> {
  const child = spawn('/usr/bin/python3', ['-c', ZEEP, wsdl, password, type], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pieces] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  return Buffer.concat(pieces as Buffer[])
    .toString()
    .trim()
    .split('\n');
}

describe.each(['digest', 'text'])('UsernameToken (%s)', (type) => {
  test('of zeep', async () => {
    const wsdl = await face([type]);
    expect(await zeep(wsdl, NOTES_PASSWORD, type)).toEqual(['milk', 'milk']);
    const refused = await zeep(wsdl, 'wrong', type);
    expect(refused.map((code) => code.split(':').at(-1))).toEqual(['FailedAuthentication', 'FailedAuthentication']);
    const other = type === 'digest' ? 'text' : 'digest';
    expect((await zeep(wsdl, NOTES_PASSWORD, other))[0]).toMatch(/FailedAuthentication$/);
  });

  test('of node-soap', async () => {
    const client = await createClientAsync(await face([type]));
    const passwordType = type === 'digest' ? 'PasswordDigest' : 'PasswordText';
    const ask = async (password: string) => {
      client.setSecurity(
        new WSSecurity('anna', password, { passwordType, hasTimeStamp: true, hasNonce: true, mustUnderstand: true }),
      );
      return (await client.GetNoteAsync({ id: 7 }))[0].text;
    };
    expect(await ask(NOTES_PASSWORD)).toBe('milk');
    await expect(ask('wrong')).rejects.toThrow('The security token could not be authenticated or authorized');
  });
});
