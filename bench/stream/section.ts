// Memory of the gateway while a response of 100 MB passes through it.
import { request } from 'node:http';
import { join } from 'node:path';
import { startGateway } from '../gateway/start.ts';
import { cpuOf, firstLine, peakMemoryOf, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const SIZE = 100_000_000;
const RECORD = Buffer.from('"tranId":"SO-');

interface Passed {
  readonly status: number;
  readonly bytes: number;
  readonly records: number;
  /** The last bytes, for the proof that the document was closed. */
  readonly tail: string;
}

/** Occurrences of RECORD in a stream of chunks. */
class Counter {
  count = 0;
  private rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const text = Buffer.concat([this.rest, chunk]);
    let at = text.indexOf(RECORD);
    for (; at >= 0; at = text.indexOf(RECORD, at + RECORD.length)) this.count++;
    this.rest = text.subarray(Math.max(0, text.length - RECORD.length + 1));
  }

  get tail(): string {
    return this.rest.toString();
  }
}

function fetchList(port: number): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: '/orders?page=1' }, (res) => {
      const counter = new Counter();
      let bytes = 0;
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        counter.add(chunk);
      });
      res.on('error', reject);
      res.on('end', () => resolve({ status: res.statusCode ?? 0, bytes, records: counter.count, tail: counter.tail }));
    });
    call.on('error', reject);
    call.end();
  });
}

function assertPassed(passed: Passed): void {
  const least = Math.floor(SIZE / 4000);
  if (passed.status === 200 && passed.records > least && passed.tail.endsWith('}')) return;
  throw new Error(`not the whole list: ${JSON.stringify(passed)}`);
}

async function measure(): Promise<{ memory: number; before: number; cpu: number; passed: Passed } | undefined> {
  const backend = startNode(1, [join(import.meta.dirname, 'backend.ts'), String(SIZE)]);
  const gateway = await startGateway(`http://127.0.0.1:${await firstLine(backend)}`, 0);
  if (!gateway) {
    await stop(backend);
    return undefined;
  }
  try {
    const pid = gateway.child.pid!;
    const before = peakMemoryOf(pid);
    const cpuBefore = cpuOf(pid);
    const passed = await fetchList(gateway.port);
    assertPassed(passed);
    return { memory: peakMemoryOf(pid), before, cpu: cpuOf(pid) - cpuBefore, passed };
  } finally {
    await stop(gateway.child);
    await stop(backend);
  }
}

export async function streamSection(): Promise<Section> {
  const m = await measure();
  const row = m
    ? [figure(m.passed.bytes / 1e6), figure(m.passed.records), figure(m.before), figure(m.memory), figure(SIZE / m.cpu)]
    : ['–', '–', '–', '–', '–'];
  const head = [
    'response of 100 MB of XML',
    'MB of JSON',
    'records',
    'peak RSS MB at start',
    'peak RSS MB after',
    'MB of XML per CPU s',
  ];
  return {
    title: 'Stream',
    body: table(head, [['Soapstone', ...row]]),
    targets: [
      { what: 'peak RSS MB for a response of 100 MB', sense: 'at most', bound: 110, measured: m?.memory ?? Number.NaN },
      {
        what: 'the same: MB of XML per CPU second',
        sense: 'at least',
        bound: 150,
        measured: m ? SIZE / m.cpu : Number.NaN,
      },
    ],
  };
}
