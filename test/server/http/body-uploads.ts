// A process that takes one body after the other and keeps none, and says how many bytes were outside of its heap at most: run by garbage-collection.test.ts.
import { request } from 'node:http';
import { readBody } from '../../../src/binding/read-body.ts';
import { reservationOf } from '../../../src/binding/response-memory.ts';
import { HttpServer } from '../../../src/server/http/http-server.ts';

const MIB = 1024 * 1024;
const BUDGET = 16 * MIB;
const BYTES = 4 * MIB;

const bounds = {
  ...{ headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000, sendTimeout: 60_000 },
  ...{ minSendRate: 0, minReceiveRate: 0 },
  ...{ maxHeaderSize: 16_384, maxHeaders: 20, maxConnections: 100 },
};

let most = 0;
const server = new HttpServer({ ...bounds, maxBodies: BUDGET }, (req, res) => {
  const done = (error: unknown, body: Uint8Array) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    res.end(error ? 'refused' : String(body.length));
  };
  readBody(req, BYTES, done, reservationOf(res));
});
const port = await server.listen('127.0.0.1', 0);
const body = Buffer.alloc(BYTES, 'x');

function upload(): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST' }, (res) => {
      let text = '';
      res.on('data', (piece) => (text += piece));
      res.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

for (let i = 0; i < 40; i++) if ((await upload()) !== String(BYTES)) throw new Error('a body was refused');
console.log(`most: ${most} of ${BUDGET}`);
await server.drain(0);
