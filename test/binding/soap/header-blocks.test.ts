import { afterEach, describe, expect, it, test } from 'vitest';
import type { SoapBackOptions } from '../../../src/binding/soap/back/back.ts';
import { mentionsDuty } from '../../../src/binding/soap/header-blocks.ts';
import type { SoapVersion } from '../../../src/contract/model/contract.ts';
import type { StreamSink } from '../../../src/rule/exchange.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import { http } from '../../transport/raw-peer.ts';
import { failure, Scene, texts } from './call.ts';
import { book, books, envelope, fault11, typeOf } from './responses.ts';

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function open(bytes: Buffer, options: Partial<SoapBackOptions> = {}): Promise<Scene> {
  const scene = await Scene.open((socket) => socket.write(bytes), options);
  scenes.push(scene);
  return scene;
}

const block = (attributes: string) => `<x:Deal xmlns:x="urn:x" ${attributes}/>`;
const quota = '<m:Quota xmlns:m="urn:shelf" e:mustUnderstand="1">5</m:Quota>';
const NEXT11 = 'http://schemas.xmlsoap.org/soap/actor/next';
const ROLE12 = 'http://www.w3.org/2003/05/soap-envelope/role';

const refused: [SoapVersion, string][] = [
  ['1.1', block('e:mustUnderstand="1"')],
  ['1.1', block("e:mustUnderstand = '&#49;'")],
  ['1.1', `<x:Other xmlns:x="urn:x"><x:Deep/></x:Other>${quota}${block('e:mustUnderstand="1"')}`],
  ['1.1', block(`e:mustUnderstand="1" e:actor="${NEXT11}"`)],
  ['1.1', block('e:mustUnderstand="1" e:actor=""')],
  ['1.2', block('e:mustUnderstand="true"')],
  ['1.2', block(`e:mustUnderstand="1" e:role="${ROLE12}/next"`)],
  ['1.2', block(`e:mustUnderstand=" true " e:role="${ROLE12}/ultimateReceiver"`)],
];

const taken: [SoapVersion, string][] = [
  ['1.1', quota],
  ['1.1', block('')],
  ['1.1', block('e:mustUnderstand="0"')],
  ['1.1', block('mustUnderstand="1"')],
  ['1.1', block('e:mustUnderstand="1" e:actor="urn:somebody"')],
  ['1.1', `<x:Other xmlns:x="urn:x">${block('e:mustUnderstand="1"')}</x:Other>`],
  ['1.2', block('e:mustUnderstand="false"')],
  ['1.2', block(`e:mustUnderstand="1" e:role="${ROLE12}/none"`)],
  ['1.2', quota],
];

describe('a header block of a response', () => {
  it.each(refused)('of SOAP %s that must be understood is refused: %s', async (version, header) => {
    const scene = await open(http(200, typeOf(version), envelope(version, book(), header)));
    expect(await failure(scene.call(scene.shelf.getBook(version)))).toMatchObject({
      code: 'UPSTREAM_MUST_UNDERSTAND',
      status: 502,
      message: expect.stringMatching(/\{urn:x\}Deal$/),
    });
  });

  it.each(taken)('of SOAP %s that need not be is passed over: %s', async (version, header) => {
    const scene = await open(http(200, typeOf(version), envelope(version, book(), header)));
    expect(texts((await scene.call(scene.shelf.getBook(version))).bindings)[1]).toContain('Wasser');
  });

  it('is found by rules that bind no header, and in other encodings', async () => {
    const text = envelope('1.1', books(3), block('e:mustUnderstand="1"'));
    for (const body of [text, Buffer.from(`\uFEFF${text.replace('?>', ' encoding="utf-16"?>')}`, 'utf16le')]) {
      const scene = await open(http(200, 'text/xml', body));
      expect((await failure(scene.call(scene.shelf.listBooks('1.1'), []))).code).toBe('UPSTREAM_MUST_UNDERSTAND');
    }
  });

  it('is passed over where the peer is read leniently', async () => {
    const bytes = http(200, typeOf('1.1'), envelope('1.1', book(), block('e:mustUnderstand="1"')));
    const scene = await open(bytes, { lenient: true });
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toContain('Wasser');
  });

  it('does not hide a fault', async () => {
    const scene = await open(http(500, 'text/xml', envelope('1.1', fault11(), block('e:mustUnderstand="1"'))));
    expect((await failure(scene.call(scene.shelf.getBook('1.1')))).code).toBe('UPSTREAM_FAULT');
  });

  it('stops a stream before anything has left', async () => {
    const scene = await open(http(200, typeOf('1.1'), envelope('1.1', books(500), block('e:mustUnderstand="1"'))));
    let started: Bindings | undefined;
    const sink: StreamSink = { start: (bindings) => void (started = bindings), write: () => true, onDrain: () => {} };
    const call = scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], sink));
    expect((await failure(call)).code).toBe('UPSTREAM_MUST_UNDERSTAND');
    expect(started).toBeUndefined();
  });
});

test('the attribute is seen wherever the pieces are cut', () => {
  const text = Buffer.from('<e:Envelope e:mustUnderstand="1"/>');
  for (let i = 0; i <= text.length; i++) {
    for (let j = i; j <= text.length; j++)
      expect(mentionsDuty([text.subarray(0, i), text.subarray(i, j), text.subarray(j)])).toBe(true);
  }
  expect(mentionsDuty([text.subarray(0, 20), text.subarray(21)])).toBe(false);
  expect(mentionsDuty([])).toBe(false);
});
