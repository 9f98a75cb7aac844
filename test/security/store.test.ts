// What stands in the store in place of what the gateway has kept: half of it, another version's, somebody's joke.
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../store/redis-server.ts';
import { envelope, NOTES } from './documents.ts';
import { Caller, goodXml, openStage, postJson, request, sayXml } from './stage.ts';

const added = envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>7</n:id></n:AddNoteResponse>`);
/** In Redis' own quotes. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

it.each([
  '',
  'x',
  'null',
  '7',
  '[]',
  '{}',
  '{"at":9e15,"values":null}',
  '{"at":9e15,"values":7}',
  '{"at":"9e15","values":[]}',
  '{"kind":"response"}',
  '{"kind":"fault","fault":null}',
  '{"__proto__":{"values":[]}}',
])(
  '%s: a response is asked for anew, a request with a key is not sent again, and the next one is served',
  async (junk) => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const stage = await openStage('rest', { store: `unix:${redis.socket}`, cache: '1h', rateLimit: '1000/1h' });
    onTestFinished(() => stage.stop());
    const caller = new Caller(stage);
    onTestFinished(() => caller.close());
    const get = async () => {
      stage.peer.script = sayXml(goodXml);
      return (await caller.ask(request('GET /v1/notes/8')))?.status;
    };
    const post = async () => {
      stage.peer.script = sayXml(added);
      return (await caller.ask(postJson('{"title":"a"}', ['X-Tenant: t', 'Idempotency-Key: k'])))?.status;
    };
    expect([await get(), await post()]).toEqual([200, 201]);
    const keys = (await redis.command('KEYS', 'soapstone:*')).match(/^soapstone:\S+/gm) ?? [];
    expect(keys.map((key) => key.split(':')[1]).toSorted()).toEqual(['once', 'rate', 'response']);
    for (const key of keys) expect(await redis.command('SET', key, quoted(junk))).toBe('+OK');
    expect(await get()).toBe(200);
    expect(await post()).toBeGreaterThanOrEqual(400);
    await caller.good();
  },
);
