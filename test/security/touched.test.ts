// T-SEC-01, T-SEC-03, T-SEC-04: while it refuses all that, the process opens no file, asks no name server and connects to nobody but its peer.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../server/http-client.ts';
import { until } from '../server/until.ts';
import { RawPeer } from '../transport/raw-peer.ts';
import { addNote, getNoteReply } from './documents.ts';
import { encodings } from './encodings.ts';
import { openSink, type Sink } from './sink.ts';
import { Caller, getRest, notes, postJson, postXml, request, SOAP_PATH, type Stage, sayJson, sayXml } from './stage.ts';
import { bombs, external, floods } from './xml-attacks.ts';

const root = join(import.meta.dirname, '../..');

interface Guarded {
  readonly stage: Stage;
  /** What was touched since the last time. */
  report(ask?: 'report' | 'touch'): Promise<string[]>;
}

/** The program in a process of its own, under the flags of production, and without a right to read anything but the project. */
async function openGuarded(present: 'rest' | 'soap'): Promise<Guarded> {
  const peer = await RawPeer.listen(() => {});
  const flags = [
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--permission',
    `--allow-fs-read=${root}`,
    '--import',
    join(import.meta.dirname, 'guard.ts'),
  ];
  const own = [
    '--mapping',
    notes,
    '--present',
    present,
    ...(present === 'soap' ? ['--path', SOAP_PATH] : []),
    '--upstream',
    `${peer.origin}/`,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  const calm = [
    '--admin-port',
    '0',
    '--log-format',
    'off',
    '--drain-delay',
    '0s',
    '--breaker-failures',
    '0',
    '--overload-delay',
    '0',
    '--watch',
    '0s',
    '--table-cache',
    'off',
  ];
  const child = spawn(process.execPath, [...flags, join(root, 'src/cli/main.ts'), 'serve', ...own, ...calm], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { port, adminPort } = await portsOf(child);
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await peer.close();
  };
  const stage: Stage = { port, adminPort, present, peer, log: [], stop };
  const report = async (ask = 'report') => {
    child.send(ask);
    const [message] = (await once(child, 'message')) as [string[]];
    return message;
  };
  return { stage, report };
}

function portsOf(child: ChildProcess): Promise<{ port: number; adminPort: number }> {
  const lines: string[] = [];
  let adminPort = 0;
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr! })
      .on('line', (line) => {
        lines.push(line);
        adminPort = Number(/^admin: http:\/\/[^/]*:(\d+)\//.exec(line)?.[1] ?? adminPort);
        const port = /^listening on port (\d+)$/.exec(line)?.[1];
        if (port) resolve({ port: Number(port), adminPort });
      })
      .on('close', () => reject(new Error(lines.join('\n'))));
  });
}

describe.each(['rest', 'soap'] as const)('present: %s', (present) => {
  let guarded: Guarded;
  let sink: Sink;
  let caller: Caller;
  /** The only thing that may be touched. */
  let allowed: string;

  beforeAll(async () => {
    [guarded, sink] = await Promise.all([openGuarded(present), openSink()]);
    caller = new Caller(guarded.stage);
    allowed = `TCPCONNECTWRAP ${new URL(guarded.stage.peer.origin).host}`;
    // What is loaded by the first of its kind is loaded now.
    await caller.good();
    for (const line of ['GET /nothing', 'GET /docs', 'GET /openapi.json', 'GET /soap?wsdl', 'GET /v1/notes/a?b=c'])
      await caller.ask(request(line));
    await attack([...bombs, ...external(sink)].slice(0, 3).map(({ places }) => places));
    // A moment after the start, the files of the configuration are read once more, for their digest.
    await until(async () => (await call(guarded.stage.adminPort, '/configz')).text.includes('digest'));
    await guarded.report();
  });

  afterAll(async () => {
    caller.close();
    await Promise.all([guarded.stage.stop(), sink.stop()]);
  });

  async function attack(
    all: readonly Parameters<typeof addNote>[0][],
    encode = (text: string): Uint8Array => Buffer.from(text),
  ) {
    for (const places of all) {
      if (present === 'soap') {
        guarded.stage.peer.script = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
        await caller.ask(postXml(encode(addNote(places))));
      } else {
        guarded.stage.peer.script = sayXml(encode(getNoteReply(places)));
        await caller.ask(getRest);
      }
    }
    await caller.good();
  }

  it('a touch would be seen', async () => {
    await guarded.report('touch');
    await expect
      .poll(() => guarded.report('touch'))
      .toEqual(
        expect.arrayContaining(['existsSync', 'FSREQCALLBACK', 'GETADDRINFOREQWRAP', 'TCPCONNECTWRAP 127.0.0.1:9']),
      );
    await guarded.report();
  });

  it('entities, wherever they are', async () => {
    await attack([...bombs, ...external(sink)].map(({ places }) => places));
    for (const { encode } of encodings) await attack([external(sink)[0].places], encode);
    expect((await guarded.report()).filter((one) => one !== allowed)).toEqual([]);
    expect(sink.connections()).toBe(0);
  });

  it('hints, floods, and messages that are all right', async () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const hints = [
      { attributes: `${xsi} xsi:schemaLocation="urn:x http://${sink.host}/a.xsd"` },
      { members: `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${sink.file}"/>` },
      { members: `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="http://${sink.host}/"/>` },
    ];
    await attack([...hints, ...floods.map(({ places }) => places)]);
    for (const fields of [[], ['X-Tenant: t']]) await caller.ask(postJson(`{"title":"file://${sink.file}"}`, fields));
    expect((await guarded.report()).filter((one) => one !== allowed)).toEqual([]);
    expect(sink.connections()).toBe(0);
  });
});
