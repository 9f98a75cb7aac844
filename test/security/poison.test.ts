// T-SEC-11: after every hostile message, on the same connection, a good one gets its good response. Messages are good ones that were changed at random.
import { describe, expect, it } from 'vitest';
import { Mutator, randomOf } from '../fuzz/mutate.ts';
import type { Target } from '../fuzz/target.ts';
import { restBack, restFront, soapBack, soapFront } from '../fuzz/targets/bindings.ts';
import { WHOLE } from '../sample-size.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import { Caller, getRest, openStage, postJson, postXml, type Stage, sayJson, sayXml } from './stage.ts';
import type { Heard } from './wire.ts';

const added = sayXml(envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`));
const addedJson = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
const getNote = postXml(envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`));

type Send = (stage: Stage, caller: Caller, message: Uint8Array) => Promise<Heard | undefined>;

const roles: [string, 'rest' | 'soap', Target, readonly string[], Send][] = [
  [
    'a REST caller',
    'rest',
    restFront,
    ['{"title":"a","tag":["b"],"below":{"title":"c"},"amount":1.5,"@by":"me"}'],
    (stage, caller, message) => {
      stage.peer.script = added;
      return caller.ask(postJson(message));
    },
  ],
  [
    'a SOAP peer',
    'rest',
    soapBack,
    soapBack.seeds,
    (stage, caller, message) => {
      stage.peer.script = sayXml(message, message.length % 3 === 0 ? 500 : 200);
      return caller.ask(getRest);
    },
  ],
  [
    'a SOAP caller',
    'soap',
    soapFront,
    [...soapFront.seeds, addNote({ title: '<![CDATA[x]]>&amp;' })],
    (stage, caller, message) => {
      stage.peer.script = addedJson;
      return caller.ask(postXml(message));
    },
  ],
  [
    'a REST peer',
    'soap',
    restBack,
    restBack.seeds,
    (stage, caller, message) => {
      stage.peer.script = sayJson(message, [200, 404, 500, 201][message.length % 4]);
      return caller.ask(getNote);
    },
  ],
];

describe('T-SEC-11: a poisoned message does nothing to the next one', () => {
  it.each(roles)('of %s', async (_name, present, { words }, seeds, send) => {
    const stage = await openStage(present, { retries: '0' });
    const caller = new Caller(stage);
    const mutator = new Mutator(randomOf(20261121), words);
    const corpus = seeds.map((seed) => Buffer.from(seed));
    let refused = 0;
    for (let i = 0; i < (WHOLE ? 1_250 : 60); i++) {
      const heard = await send(stage, caller, mutator.mutate(corpus[i % corpus.length], corpus));
      expect(heard?.status).toBeGreaterThanOrEqual(200);
      expect(heard?.text).not.toMatch(/INTERNAL|internal error/);
      if (heard!.status >= 400) refused++;
      await caller.good();
    }
    expect(refused).toBeGreaterThan(10);
    caller.close();
    await stage.stop();
  });
});
