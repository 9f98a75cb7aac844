// SOAP clients that sign their messages: xmlsec1 signs for them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { call } from '../../server/http-client.ts';
import { startGate, startPeer } from '../notes.ts';
import { makePair, type Pair, signed, type Template, template, WSSE } from '../signed-messages.ts';

process.env.SIGNERS_PASSWORD = 'correct horse';

const dir = mkdtempSync(join(tmpdir(), 'soapstone-'));
afterAll(() => rmSync(dir, { recursive: true }));
const authority = makePair(dir, 'authority');
const shop = makePair(dir, 'shop', undefined, authority);
const nobody = makePair(dir, 'nobody', undefined, authority);
const stranger = makePair(dir, 'shop-of-another');

const GET = '<GetNote><id>7</id></GetNote>';

function message(more: Partial<Template> = {}, by: Pair = shop): string {
  return signed(template({ body: GET, cert: by.cert, ...more }), by.key);
}

const signature = { authority: { file: authority.cert } };
const callers = [
  { certificate: 'O=Example, CN=shop', account: 'SHOP' },
  { user: 'anna', password: { env: 'SIGNERS_PASSWORD' }, account: 'ANNA' },
];

/** Status and what the service was asked as whom; the code of a fault. */
async function face(front: readonly (object | string)[], more: readonly object[] = callers) {
  const rest = { headers: { 'content-type': 'application/json' }, body: '{"text":"milk","author":"anna"}' };
  const peer = await startPeer(() => rest);
  const auth = { front, callers: more };
  const { port } = await startGate(peer.origin.replace('/notes', ''), { present: 'soap', auth });
  return async (body: string) => {
    const { text } = await call(port, '/notes', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    const account = peer.heard.splice(0).at(-1)?.headers['x-account'];
    return account ?? /<faultcode[^>]*>(?:\w+:)?(\w+)</.exec(text)?.[1] ?? text;
  };
}

describe('a signature of a client', () => {
  test('says who the caller is; each message counts once; a UsernameToken beside it', async () => {
    const ask = await face([{ signature }, 'usernameToken']);
    const good = message();
    expect(await ask(good)).toBe('SHOP');
    expect(await ask(good)).toBe('FailedCheck');
    const otherForm = good.replace(/(SignatureValue>\s*\S{10})/, '$1*');
    expect(otherForm).not.toBe(good);
    expect(await ask(otherForm)).toBe('FailedCheck');
    expect(await ask(message())).toBe('SHOP');
    const token = `<wsse:Security xmlns:wsse="${WSSE}"><wsse:UsernameToken><wsse:Username>anna</wsse:Username><wsse:Password>correct horse</wsse:Password></wsse:UsernameToken></wsse:Security>`;
    const bare = good.replace(/<wsse:Security .*<\/wsse:Security>/s, token);
    expect(await ask(bare)).toBe('ANNA');
    const both = message({ tokens: token.replace(/<\/?wsse:Security[^>]*>/g, '') });
    expect(await ask(both.replace('>7<', '>8<'))).toBe('FailedCheck');
  });

  test.each<[string, () => string]>([
    ['a changed body', () => message().replace('>7<', '>8<')],
    ['a certificate that no caller has', () => message({}, nobody)],
    ['a name of another authority', () => message({}, stranger)],
    ['an unsigned Timestamp', () => message({ ids: ['body'] })],
    [
      'an old message that is good for years',
      () => message({ created: new Date(Date.now() - 900_000), expires: new Date('2040-01-01') }),
    ],
    ['a moved body', () => message().replace(/(<s:Body.*<\/s:Body>)/s, `<s:Body>${GET}</s:Body>`)],
  ])('%s is refused', async (_, made) => {
    const ask = await face([{ signature }]);
    expect(await ask(made())).toBe('FailedCheck');
  });

  test('of anybody with a certificate of the authority, where known: false', async () => {
    const ask = await face([{ signature: { ...signature, known: false } }]);
    expect(await ask(message())).toBe('SHOP');
    expect(await ask(message({}, stranger))).toBe('FailedCheck');
  });

  test('needs a Timestamp among its parts', async () => {
    await expect(face([{ signature: { ...signature, parts: ['body'] } }])).rejects.toThrow('must have timestamp');
  });
});
