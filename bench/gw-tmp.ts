import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { erpRoot } from './erp/files.ts';
import { freePort, untilListening } from './gateway/start.ts';
import { cpuOf, firstLine, startNode, stop } from './measure/process.ts';

const backend = startNode(1, ['bench/http/backend.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
const line = await firstLine(backend);
const up = /\d+/.exec(String(line).match(/(\d{4,5})/)![0])![0];
const port = await freePort();
const admin = await freePort();
const prof = process.argv[2] === 'prof' ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof3'] : [];
const gw = startNode(
  0,
  [
    ...prof,
    'bin/soapstone.js',
    'serve',
    '--mapping',
    erpRoot,
    '--present',
    'rest',
    '--upstream',
    `http://127.0.0.1:${up}/`,
    '--port',
    String(port),
    '--admin-port',
    String(admin),
    '--host',
    '127.0.0.1',
    '--admin-host',
    '127.0.0.1',
    '--drain-delay',
    '0s',
  ],
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
);
await untilListening(gw, port);
const load = startNode(1, ['bench/http/load.ts'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const ask = async (time: number) => {
  const a = once(load, 'message');
  load.send({ port, path: '/orders/5001', connections: 32, time, expect: 'SO-100001' });
  return (await a)[0] as any;
};
await ask(4000);
const c0 = cpuOf(gw.pid!);
const r = await ask(5000);
const c1 = cpuOf(gw.pid!);
console.log(
  'us/req',
  ((c1 - c0) / r.requests).toFixed(1),
  'rps',
  ((r.requests * 1000) / r.time).toFixed(0),
  'fail',
  r.failures,
  r.example ?? '',
);
gw.kill('SIGTERM');
await once(gw, 'exit');
await stop(load);
await stop(backend);
