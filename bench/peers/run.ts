// `npm run peers [-- --rounds N]`: Soapstone and others on one contract, with one service behind. Writes docs/reference/comparison.md
// and the evidence to .cache/peers/evidence.json. `--rounds 0` leaves the cost out, and the page as it is.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FRONT_CPU, OTHER_CPU } from '../http/measure.ts';
import { host } from '../measure/machine.ts';
import { firstLine, startNode, stop, stopTree } from '../measure/process.ts';
import { correctness, type Verdict } from './correctness.ts';
import { type Candidate, cpuOfTree, measureCosts } from './cost.ts';
import { cache, type Front, Missing, type Place, table } from './front.ts';
import { nodeSoap, proxyMiddleware, strongSoap } from './fronts/libraries.ts';
import { membrane } from './fronts/membrane.ts';
import { nginx } from './fronts/nginx.ts';
import { soapstone } from './fronts/soapstone.ts';
import { wsdlClient } from './fronts/wsdl-client.ts';
import { absolute, type Peer, page } from './page.ts';
import { summary } from './summary.ts';

const fronts: readonly Front[] = [soapstone, membrane, wsdlClient, strongSoap, nodeSoap, proxyMiddleware, nginx];
const PAGE = join(import.meta.dirname, '../../docs/reference/comparison.md');
const ROUNDS = 12;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(ROUNDS) } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 0) throw new Error('--rounds wants a count');

/** The contract with the address of the service in it. */
function contractAt(upstream: string): string {
  const folder = join(cache, 'contract');
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(table, 'contract/orders.wsdl'), 'utf8');
  const file = join(folder, 'orders.wsdl');
  writeFileSync(file, text.replace(/location="[^"]*"/, `location="${upstream}/"`));
  return file;
}

async function prepared(front: Front, place: Place): Promise<Candidate | Missing> {
  try {
    await front.prepare(place);
    const running = await front.start(place);
    return { front, running, start: cpuOfTree(running.child.pid!) / 1000 };
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.error(`peers: ${front.name} is left out: ${error.message}`);
    return error;
  }
}

async function compare(service: ChildProcess): Promise<void> {
  const upstream = `http://127.0.0.1:${await firstLine(service)}`;
  const place: Place = { upstream, wsdl: contractAt(upstream), cpu: FRONT_CPU };
  const candidates: Candidate[] = [];
  const missing = new Map<string, string>();
  try {
    for (const front of fronts) {
      const candidate = await prepared(front, place);
      if (candidate instanceof Missing) missing.set(front.name, candidate.message);
      else candidates.push(candidate);
    }
    const verdicts = new Map<string, Verdict[]>();
    for (const { front, running } of candidates) {
      if (!front.face) continue;
      console.error(`peers: values and refusals of ${front.name}`);
      verdicts.set(front.name, await correctness(running.port, front.face, service));
    }
    const costs = rounds > 0 ? await measureCosts(candidates, place, rounds) : undefined;
    const peers = fronts.map((front): Peer => {
      const { name, setup, lines, face } = front;
      const reason = missing.get(name);
      const version = reason === undefined ? front.version() : undefined;
      return {
        name,
        setup,
        lines,
        version,
        reason,
        translates: !!face,
        verdicts: verdicts.get(name),
        costs: costs?.get(name),
      };
    });
    writeFileSync(
      join(cache, 'evidence.json'),
      JSON.stringify(peers, (_, v) => (v instanceof Map ? [...v] : v), 1),
    );
    console.log(summary(peers));
    if (costs) console.log(absolute(peers));
    if (costs) writeFileSync(PAGE, page(peers, rounds, host()));
  } finally {
    await Promise.all(candidates.map(({ running }) => stopTree(running.child)));
  }
}

mkdirSync(cache, { recursive: true });
const service = startNode(OTHER_CPU, [join(import.meta.dirname, 'service.ts')], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
try {
  await compare(service);
} finally {
  await stop(service);
}
