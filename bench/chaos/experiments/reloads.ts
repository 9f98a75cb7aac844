// Table after table, every third of them wrong, under load.
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look, pay } from '../asks.ts';
import { Client } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { startLoad } from '../load.ts';
import { payments, startReplica } from '../replica.ts';
import { root } from '../root.ts';
import { slopeOf } from '../slope.ts';
import { startService } from '../start-service.ts';

const RELOADS = 1000;
const RATE = 100;
/** Reloads between two looks at the heap. */
const EACH = 25;

export const reloads: Experiment = {
  title: `${RELOADS} reloads, a third of them invalid, ${RATE} requests a second`,
  async run(say) {
    const mapping = mkdtempSync(join(tmpdir(), 'chaos-'));
    cpSync(payments, mapping, { recursive: true });
    const file = join(mapping, 'mapping.yaml');
    const table = readFileSync(file, 'utf8');
    const put = (text: string) => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    };
    const service = await startService();
    const node = ['--expose-gc', '--require', join(root, 'bench', 'chaos', 'collect.cjs')];
    const replica = await startReplica({ upstream: service.url, mapping, flags: ['--watch', '0'], node });
    const client = new Client(replica.port);
    let number = 0;
    const load = startLoad(RATE, (due) => client.ask(number++ % 2 === 0 ? look : pay(`l${number}`), due));
    /** MB in use after a collection. How much the process has from the system says when V8 last had a reason to give some back. */
    const heap = async () => {
      const line = replica.line(/^heap: /);
      replica.child.kill('SIGUSR2');
      return Number((await line).slice(6)) / 1e6;
    };
    const memory: [number, number][] = [];
    let [taken, refused] = [0, 0];
    for (let i = 0; i < RELOADS; i++) {
      put(i % 3 === 1 ? table.replace('GetPayment', `NoSuchOperation${i}`) : `${table}# ${i}\n`);
      const line = replica.line(/^soapstone: reload/);
      replica.child.kill('SIGHUP');
      if ((await line) === 'soapstone: reloaded') taken++;
      else refused++;
      if (i >= RELOADS / 2 && i % EACH === 0) memory.push([i, await heap()]);
      if (i % 200 === 199)
        say(
          `${i + 1} reloads, heap ${(await heap()).toFixed(1)} MB, resident ${replica.memory().toFixed(0)} MB (${load.tally.kinds()})`,
        );
    }
    const tally = await load.stop();
    client.close();
    const code = await replica.stop();
    await service.stop();
    rmSync(mapping, { recursive: true, force: true });
    const failed = tally.count(({ status }) => status !== 200 && status !== 201);
    const growth = slopeOf(memory) * (RELOADS / 2);
    return [
      { what: 'reloads: tables taken up', bound: RELOADS - Math.ceil(RELOADS / 3), sense: 'at least', measured: taken },
      { what: 'reloads: wrong tables refused', bound: Math.floor(RELOADS / 3), sense: 'at least', measured: refused },
      { what: `reloads: failed requests of ${tally.total}`, bound: 0, sense: 'at most', measured: failed },
      { what: 'reloads: growth of the heap over the last half, MB', bound: 2, sense: 'at most', measured: growth },
      { what: 'reloads: exit code', bound: 0, sense: 'at most', measured: code ?? Number.NaN },
    ];
  },
};
