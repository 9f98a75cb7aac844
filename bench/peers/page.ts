// The page of the docs that `npm run peers` writes.
import { median, medianRatio } from '../measure/median.ts';
import { figure, table } from '../measure/table.ts';
import type { Verdict } from './correctness.ts';
import type { Cost, Costs } from './cost.ts';
import { type Operation, operationNames } from './drive.ts';

export interface Peer {
  readonly name: string;
  /** How it was set up. */
  readonly setup: string;
  readonly lines: number;
  readonly version?: string;
  /** Why it could not be had. */
  readonly reason?: string;
  readonly translates: boolean;
  readonly verdicts?: readonly Verdict[];
  readonly costs?: Costs;
}

/** Bases of the ratios, by name. */
const BASES = ['Soapstone', 'express + http-proxy-middleware', 'nginx'] as const;
const EVIDENCE = 90;
const FAILURE = 320;
/** Rounds from which on the cost says something. */
const ENOUGH = 10;
const FEW = ' So few rounds are an indication of the cost, no more.';

export function page(peers: readonly Peer[], rounds: number, machine: string): string {
  return `${[
    HEAD,
    `Of one run with ${rounds} rounds, on ${machine}.${rounds < ENOUGH ? FEW : ''} Compared: ${peers.map(named).join(', ')}.`,
    '## Values and refusals',
    VALUES,
    verdictTable(peers),
    '### What was seen',
    ...peers.flatMap(evidence),
    '## Cost',
    COST,
    ...BASES.flatMap((base) => costTables(peers, base)),
    ...failedSection(peers),
    '### Memory, start, lines',
    RESOURCES,
    resourceTable(peers),
    '## How each was set up',
    peers.map(({ name, setup }) => `- **${name}**: ${setup}`).join('\n'),
  ].join('\n\n')}\n`;
}

const HEAD = `# Beside others

    npm run peers                 # a quarter of an hour, and ten minutes of builds the first time; wants Linux
    npm run peers -- --rounds 0   # values and refusals alone; this page stays as it is

gives the same contract and the same SOAP service to several fronts, and writes this page. What it fetches and builds goes to \`.cache/peers\`, the exchanges to \`.cache/peers/evidence.json\`. What a machine cannot have is named with its reason.
The contract, the responses and the questions are the project's own (\`bench/peers\`): they ask what Soapstone was made for. Others do much that is not asked here.`;

const VALUES = `Each row is one exchange. **right**: as the contract says. **lost**: a part of the value is gone. **wrong**: another value, or a request is sent on that the contract does not allow. **refused**: an error in place of a response. **cannot**: the front could not be had.`;

const COST = `CPU of a front's processes for one request. 32 connections have one request under way each, and every round drives all fronts in turn, after six seconds of warm-up for each. A response has 3 KB, a list 48 KB. Figures are medians of the ratios of the rounds; 2 says twice the CPU of the base. Pass-throughs carry the SOAP messages as they are, and translate nothing. "Fault" is the declared fault with whatever status the front gives it. – says that the front does not carry the operation.`;

const FAILED = `Responses with another status than the same request had alone, or without its value. Where more than one in a hundred fail, the tables have no ratio. The first failure of each operation:`;

const RESOURCES = `Resident memory after the load, and CPU of a start until the first connection, with Soapstone as 1. Lines are those that somebody writes for these three operations, without comments and declarations of types.`;

function named({ name, version, reason }: Peer): string {
  return reason === undefined ? `${name} ${version}` : `${name} (left out: ${reason})`;
}

/** Markdown of a table cell: nothing in it ends the cell. */
function code(text: string, limit = EVIDENCE): string {
  const short = text.length > limit ? `${text.slice(0, limit).trimEnd()}…` : text;
  return `\`${short.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;
}

function cell(verdict: Verdict['verdict'] | undefined): string {
  if (verdict === undefined) return 'cannot';
  return verdict === 'right' ? verdict : `**${verdict}**`;
}

function verdictTable(peers: readonly Peer[]): string {
  const translating = peers.filter(({ translates }) => translates);
  const titles = [...new Set(translating.flatMap(({ verdicts = [] }) => verdicts.map(({ title }) => title)))];
  const found = (peer: Peer, title: string) => peer.verdicts?.find((one) => one.title === title)?.verdict;
  const rows = titles.map((title) => [title, ...translating.map((peer) => cell(found(peer, title)))]);
  const counts = translating.map(({ verdicts = [] }) => `${verdicts.filter(isRight).length} of ${titles.length}`);
  return table(['', ...translating.map(({ name }) => name)], [...rows, ['right', ...counts]]);
}

function isRight({ verdict }: Verdict): boolean {
  return verdict === 'right';
}

/** Rows with the same evidence stand together. */
function evidence({ name, verdicts = [] }: Peer): string[] {
  const seen = new Map<string, string[]>();
  for (const one of verdicts.filter((verdict) => !isRight(verdict)))
    seen.set(one.evidence, [...(seen.get(one.evidence) ?? []), one.title]);
  if (seen.size === 0) return [];
  return [`**${name}**`, [...seen].map(([text, titles]) => `- ${titles.join('; ')}: ${code(text)}`).join('\n')];
}

/** With a note on what failed; without a figure where that is more than a hundredth. */
function ratio(cost: Cost | undefined, base: Cost | undefined): string {
  if (!cost || !base) return '–';
  const { failures, requests } = cost;
  const figures = figure(medianRatio(cost.cpu, base.cpu));
  if (failures === 0) return figures;
  const failed = `${failures} of ${requests} failed`;
  return failures * 100 > requests ? failed : `${figures} (${failed})`;
}

/** Of each operation of a front: its first failure, status and body; and whether it was started again before. */
function failures({ name, costs }: Peer): string[] {
  return [...(costs?.operations ?? [])].flatMap(([operation, { example, restarted }]) => [
    ...(restarted ? [`- ${name} no longer answered "${operation}" after the load before, and was started again.`] : []),
    ...(example === undefined ? [] : [`- ${name}, ${operation}: ${code(failureText(example), FAILURE)}`]),
  ]);
}

function failureText(response: string): string {
  const [head, ...body] = response.split('\r\n\r\n');
  const said = body.join(' ').replaceAll(/<\?xml[^>]*>|\s+/g, ' ');
  return `${head.split('\r\n')[0]} ${said.trim()}`;
}

function failedSection(peers: readonly Peer[]): string[] {
  const lines = peers.flatMap(failures);
  return lines.length === 0 ? [] : ['### What failed under load', FAILED, lines.join('\n')];
}

function costOf({ costs }: Peer, operation: Operation): Cost | undefined {
  return costs?.operations.get(operation);
}

/** Nothing where the base could not be had. */
function costTables(peers: readonly Peer[], name: string): string[] {
  const base = peers.find((peer) => peer.name === name);
  if (!base?.costs) return [];
  const rows = peers.map((peer) => [
    peer.name,
    ...operationNames.map((operation) => ratio(costOf(peer, operation), costOf(base, operation))),
  ]);
  return [`### ÷ ${name}`, table(['CPU for one request', ...operationNames], rows)];
}

function resourceTable(peers: readonly Peer[]): string {
  const base = peers.find(({ name }) => name === BASES[0])?.costs;
  const rows = peers.map(({ name, costs, lines }) => [
    name,
    figure(costs && base && costs.memory / base.memory),
    figure(costs && base && costs.start / base.start),
    String(lines),
  ]);
  return table(['', 'memory', 'start', 'lines'], rows);
}

/** For the terminal: µs of CPU, front by front. */
export function absolute(peers: readonly Peer[]): string {
  const cpu = (peer: Peer, operation: Operation) => figure(median(costOf(peer, operation)?.cpu ?? []));
  const rows = peers.map((peer) => [
    peer.name,
    ...operationNames.map((operation) => cpu(peer, operation)),
    figure(peer.costs?.memory),
    figure(peer.costs?.start),
  ]);
  return table(['CPU µs for one request', ...operationNames, 'MB', 'start, ms of CPU'], rows);
}
