// Answers every request with a list of records of SIZE bytes, made while it is sent: `node backend.ts SIZE`. Prints its port.
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { listRecord } from '../erp/messages.ts';
import { bodyTags, envelopeEnd, envelopeStart, toXml } from '../erp/xml.ts';
import { listening } from '../http/fronts/listening.ts';

const size = Number(process.argv[2]);
const [open, close] = bodyTags('ListOrdersResponse', false);
const BATCHES = 15;
const BATCH = 20;

/** About 62 KB, as servers flush them. */
function batch(index: number): Buffer {
  const records = Array.from({ length: BATCH }, (_, i) => toXml(listRecord(index * BATCH + i)));
  return Buffer.from(records.join(''));
}

const batches = Array.from({ length: BATCHES }, (_, i) => batch(i));

function* response(): Generator<Buffer> {
  yield Buffer.from(`${envelopeStart}${open}<msg:totalRecords>0</msg:totalRecords><msg:recordList>`);
  for (let sent = 0, n = 0; sent < size; n++) {
    const next = batches[n % BATCHES];
    sent += next.length;
    yield next;
  }
  yield Buffer.from(`</msg:recordList>${close}${envelopeEnd}`);
}

function answer(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' });
  Readable.from(response()).pipe(res);
}

listening(createServer((_, res) => answer(res)));
