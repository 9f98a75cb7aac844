import { afterEach, describe, expect, it } from 'vitest';
import type { SoapBackOptions } from '../../../src/binding/soap/back/back.ts';
import type { StreamSink } from '../../../src/rule/exchange.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import { http, type Script } from '../../transport/raw-peer.ts';
import { failure, Scene, texts } from './call.ts';
import { books, envelope, fault11, typeOf } from './responses.ts';

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function open(script: Script, options: Partial<SoapBackOptions> = {}) {
  const scene = await Scene.open(script, options);
  scenes.push(scene);
  return scene;
}

/** Takes everything, or stops after some bytes until it is told to go on. */
class Bucket implements StreamSink {
  started: Bindings | undefined;
  text = '';
  bytes = 0;
  drain = () => {};
  private readonly stopAt: number;

  constructor(stopAt = Number.POSITIVE_INFINITY) {
    this.stopAt = stopAt;
  }

  start(bindings: Bindings): void {
    expect(this.started).toBeUndefined();
    this.started = bindings;
  }

  write(bytes: Uint8Array): boolean {
    expect(this.started).toBeDefined();
    this.bytes += bytes.length;
    if (this.stopAt === Number.POSITIVE_INFINITY) this.text += Buffer.from(bytes).toString();
    return this.bytes < this.stopAt;
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }
}

const type = typeOf('1.1');

describe('a streamed response', () => {
  it('goes to the sink while it comes in; the rest is bound', async () => {
    const whole = http(200, type, envelope('1.1', books(50, 'ok', 'page2')));
    let finish = (): void => {};
    const scene = await open((socket) => {
      socket.write(whole.subarray(0, 2000));
      finish = () => socket.write(whole.subarray(2000));
    });
    const bucket = new Bucket();
    const response = scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket));
    await expect.poll(() => bucket.bytes).toBeGreaterThan(0);
    expect(bucket.text).toMatch(/^\{"book":\[\{"title":"Book 0","price":0.00\}/);
    finish();
    const { bindings, streamed } = await response;
    expect(streamed).toBe(true);
    expect(texts(bindings)).toEqual([undefined, '"page2"']);
    const { book } = JSON.parse(bucket.text) as { book: { title: string }[] };
    expect(book).toHaveLength(50);
    expect(book[49].title).toBe('Book 49');
  });

  it('is bound as a whole where nobody takes a stream', async () => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', books(3)))));
    const { bindings, streamed } = await scene.call(scene.shelf.listBooks('1.1'), []);
    expect(streamed).toBe(false);
    expect(texts(bindings)[0]).toContain('"Book 2"');
  });

  it('is larger than what may be kept', async () => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', books(5000)))), {
      maxResponseBytes: 50_000,
    });
    const bucket = new Bucket();
    const { streamed } = await scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket));
    expect(streamed).toBe(true);
    expect(JSON.parse(bucket.text).book).toHaveLength(5000);
    expect(await failure(scene.call(scene.shelf.listBooks('1.1'), []))).toMatchObject({ code: 'UPSTREAM_LIMIT' });
  });

  it('that refers to a value elsewhere is cut, and later ones of the rule are not streamed', async () => {
    const shared = '<book id="a"><title>One</title><price>1.00</price></book><book href="#a"/>';
    const whole = http(200, type, envelope('1.1', books(50).replace('</books>', `${shared}</books>`)));
    const sockets: { finish: () => void }[] = [];
    const deviations = { unknown: true, namespaces: false, missing: false, values: false };
    const answer = (socket: Parameters<Script>[0]) => {
      socket.write(whole.subarray(0, 2000));
      sockets.push({ finish: () => socket.write(whole.subarray(2000)) });
    };
    const scene = await open(answer, { deviations });
    const rule = scene.shelf.listBooks('1.1');
    const bucket = new Bucket();
    const first = failure(scene.back.handle(scene.exchange(rule, [], bucket)));
    await expect.poll(() => bucket.bytes).toBeGreaterThan(0);
    sockets[0].finish();
    expect((await first).message).toContain('later ones of the rule are read as a whole');
    const second = scene.back.handle(scene.exchange(rule, [], new Bucket()));
    await expect.poll(() => sockets.length).toBe(2);
    sockets[1].finish();
    const { bindings, streamed } = await second;
    expect(streamed).toBe(false);
    const { book } = JSON.parse(texts(bindings)[0]!) as { book: unknown[] };
    expect(book.slice(-2)).toEqual(Array(2).fill({ title: 'One', price: 1 }));
  });

  it('is held back by a slow caller', async () => {
    const piece = '<book><title>Long</title><price>1.00</price></book>'.repeat(5000);
    const pieces = 200;
    const [before, after] = envelope('1.1', books(0)).split('</books>');
    let sent = 0;
    const scene = await open((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n');
      socket.write(before);
      const pump = (): void => {
        for (; sent < pieces; sent++) {
          if (!socket.write(piece)) {
            sent++;
            socket.once('drain', pump);
            return;
          }
        }
        socket.end(`</books>${after}`);
      };
      pump();
    });
    const bucket = new Bucket(1);
    let response: unknown;
    const done = scene.back
      .handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket))
      .then((r) => (response = r));
    // Until the peer stands still: every buffer on the way is full.
    let last = -1;
    await expect
      .poll(
        () => {
          const still = bucket.bytes > 0 && sent === last;
          last = sent;
          return still;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(pieces);
    expect(response).toBeUndefined();
    // From now on the caller takes a piece each time it is offered one.
    const timer = setInterval(() => bucket.drain(), 0);
    await done.finally(() => clearInterval(timer));
    expect(sent).toBe(pieces);
    expect(bucket.bytes).toBe(
      '{"book":['.length + pieces * 5000 * '{"title":"Long","price":1.00},'.length - 1 + ']}'.length,
    );
  });

  it('fails when it is cut in the middle, and is never a success', async () => {
    const whole = http(200, type, envelope('1.1', books(20)));
    const scene = await open(() => {});
    let started = 0;
    for (let cut = 0; cut < whole.length; cut += 7) {
      scene.peer.script = (socket) => socket.end(whole.subarray(0, cut));
      const bucket = new Bucket();
      const { code } = await failure(scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket)));
      expect(['UPSTREAM_CONNECT', 'UPSTREAM_BODY']).toContain(code);
      if (bucket.started) started++;
    }
    expect(started).toBeGreaterThan(50);
  });

  it('fails when it turns out to be wrong in the middle', async () => {
    const wrong = envelope('1.1', books(100)).replace('>99.00<', '>much<');
    const scene = await open((socket) => socket.write(http(200, type, wrong)));
    const bucket = new Bucket();
    const failed = await failure(scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket)));
    expect(failed).toMatchObject({ code: 'UPSTREAM_BODY' });
  });

  it('does not begin when a constant before it differs', async () => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', books(100, 'failed')))));
    const bucket = new Bucket();
    const rows = [scene.shelf.stateRow('ok', 400, false)];
    const failed = await failure(scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1', rows), [], bucket)));
    expect(failed).toMatchObject({ code: 'UPSTREAM_BODY' });
    expect(bucket.started).toBeUndefined();
  });

  it('may be a fault', async () => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', fault11()))));
    const bucket = new Bucket();
    expect(await failure(scene.back.handle(scene.exchange(scene.shelf.listBooks('1.1'), [], bucket)))).toMatchObject({
      code: 'UPSTREAM_FAULT',
    });
    expect(bucket.started).toBeUndefined();
  });

  it('is not streamed where a fault row has to see it first', async () => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', books(3)))));
    const bucket = new Bucket();
    const rows = [scene.shelf.stateRow('gone', 410, true)];
    const { streamed, bindings } = await scene.back.handle(
      scene.exchange(scene.shelf.listBooks('1.1', rows), [], bucket),
    );
    expect(streamed).toBe(false);
    expect(texts(bindings)[0]).toContain('Book 2');
    expect(bucket.started).toBeUndefined();
  });
});
