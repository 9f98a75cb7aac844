// Decode and encode: µs of CPU per message, each candidate in its own process, rounds in turn.
import { median, medianRatio } from '../measure/median.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';
import { Candidate } from './candidate.ts';
import { replies, requests } from './inputs.ts';

const ROUNDS = 9;
const OURS = 'Soapstone';
const JSON_ONLY = 'JSON only';
const candidates = [
  ['strong-soap', 'strong-soap.ts'],
  ['node-soap', 'node-soap.ts'],
  [JSON_ONLY, 'json.ts'],
  [OURS, 'ours.ts'],
] as const;

type Figures = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

async function measure(face: 'decoding' | 'encoding'): Promise<Figures> {
  const running: Candidate[] = [];
  for (const [name, module] of candidates) {
    const candidate = await Candidate.start(name, module, face);
    if (candidate) running.push(candidate);
  }
  for (let round = 0; round < ROUNDS; round++) for (const candidate of running) await candidate.round();
  for (const candidate of running) candidate.stop();
  return new Map(running.map((c) => [c.name, c.figures]));
}

interface Sizes {
  readonly xml: Buffer;
  readonly json: Buffer;
}

function rows(figures: Figures, mode: string, size: Sizes): string[][] {
  const base = figures.get('strong-soap')?.get(mode) ?? [];
  return [...figures].flatMap(([name, modes]) =>
    [...modes]
      .filter(([m]) => m === mode || m.startsWith(`${mode} `))
      .map(([m, cpu]) => {
        const per = median(cpu);
        const label = name + m.slice(mode.length);
        const own = name === JSON_ONLY ? size.json : size.xml;
        const times = label === 'strong-soap' ? '1' : figure(medianRatio(base, cpu));
        return [label, figure(per), figure(own.length / per), times];
      }),
  );
}

function report(figures: Figures, mode: string, size: Sizes, what: string): string {
  const kilobytes = `${figure(size.xml.length / 1000)} KB of XML, ${figure(size.json.length / 1000)} KB of JSON`;
  const head = [`${mode}: ${what}, ${kilobytes}`, 'CPU µs', 'MB/s of its own bytes', '× strong-soap'];
  return table(head, rows(figures, mode, size));
}

/** How many times faster ours is. */
function times(figures: Figures, mode: string, base: string, baseMode = mode): number {
  return medianRatio(figures.get(base)?.get(baseMode) ?? [], figures.get(OURS)?.get(mode) ?? []);
}

function targets(decode: Figures, encode: Figures, list: Sizes): Target[] {
  const whole = decode.get(OURS)?.get('decode list') ?? [];
  const chunks = decode.get(OURS)?.get('decode list in 16 KB chunks') ?? [];
  const json = times(decode, 'decode list', JSON_ONLY);
  const strong = times(decode, 'decode list', 'strong-soap');
  const one = times(encode, 'encode one', 'strong-soap');
  const client = times(encode, 'encode one', 'strong-soap', 'encode one as its client does');
  const later = times(encode, 'encode one', 'strong-soap', 'encode one as its client does, after 1000 messages');
  return [
    { what: 'decode of a list, × strong-soap', sense: 'at least', bound: 12, measured: strong },
    { what: 'decode of a list, × JSON.parse, time', sense: 'at least', bound: 0.6, measured: json },
    {
      what: 'decode of a list, × JSON.parse, MB/s of own bytes',
      sense: 'at least',
      bound: 0.6,
      measured: (json * list.xml.length) / list.json.length,
    },
    {
      what: 'decode in 16 KB chunks, time ÷ whole buffer',
      sense: 'at most',
      bound: 1.05,
      measured: medianRatio(chunks, whole),
    },
    { what: 'encode of one record, × strong-soap', sense: 'at least', bound: 18, measured: one },
    { what: 'encode of one record, × strong-soap as its client does', sense: 'at least', bound: 18, measured: client },
    { what: 'the same after 1000 messages of one process', sense: 'at least', bound: 18, measured: later },
  ];
}

export async function codecSection(): Promise<Section> {
  const decode = await measure('decoding');
  const encode = await measure('encoding');
  const response = replies();
  const request = requests();
  const body = [
    report(decode, 'decode list', response.list, 'response with 100 records'),
    report(decode, 'decode one', response.one, 'response with one record'),
    report(encode, 'encode list', request.list, 'request with 100 records'),
    report(encode, 'encode one', request.one, 'request with one record'),
  ];
  return { title: 'Codec', body: body.join('\n\n'), targets: targets(decode, encode, response.list) };
}
