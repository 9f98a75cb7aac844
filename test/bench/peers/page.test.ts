import { expect, test } from 'vitest';
import type { Verdict as Judged } from '../../../bench/peers/correctness.ts';
import type { Costs } from '../../../bench/peers/cost.ts';
import { type Peer, page } from '../../../bench/peers/page.ts';

function verdict(title: string, one: Judged['verdict'], evidence: string): Judged {
  return { title, verdict: one, evidence, seen: { status: 200, body: '' } };
}

function costs(cpu: number[], failures = 0): Costs {
  const example =
    failures > 0 ? 'HTTP/1.1 500 Oops\r\nX: y\r\n\r\n<?xml version="1.0"?>\n<title>Broken</title>' : undefined;
  const cost = { cpu, requests: 1000, failures, example };
  return { operations: new Map([['get one', cost]]), memory: cpu[0], start: cpu[0] * 2 };
}

const peers: Peer[] = [
  {
    name: 'Soapstone',
    setup: 'As it is.',
    lines: 30,
    version: '1.0.0',
    translates: true,
    verdicts: [verdict('decimal', 'right', '1.5'), verdict('date', 'wrong', 'a | `b`')],
    costs: costs([100, 110, 300]),
  },
  {
    name: 'other',
    setup: 'By hand.',
    lines: 60,
    version: '2.0.0',
    translates: true,
    verdicts: [verdict('decimal', 'lost', '1'), verdict('date', 'lost', '1')],
    costs: costs([400, 330, 600], 3),
  },
  { name: 'absent', setup: 'By Java.', lines: 9, reason: 'no JDK', translates: true },
  { name: 'nginx', setup: 'Passes.', lines: 5, version: '3', translates: false, costs: costs([50, 55, 60]) },
];
const text = page(peers, 3, 'A machine');
const rowOf = (start: string, section: string) => {
  const part = text.slice(text.indexOf(section));
  return part
    .split('\n')
    .find((line) => line.startsWith(`| ${start} `))
    ?.replaceAll(/ +/g, ' ');
};

test('verdicts stand by front, misses of Soapstone too, and a front that is not there cannot', () => {
  expect(rowOf('decimal', '## Values')).toBe('| decimal | right | **lost** | cannot |');
  expect(rowOf('date', '## Values')).toBe('| date | **wrong** | **lost** | cannot |');
  expect(rowOf('right', '## Values')).toBe('| right | 1 of 2 | 0 of 2 | 0 of 2 |');
  expect(text).toContain('absent (left out: no JDK)');
});

test('evidence of one kind stands once, and cannot end its code', () => {
  expect(text).toContain('**other**\n\n- decimal; date: `1`');
  expect(text).toContain("- date: `a | 'b'`");
});

test('costs are medians of ratios of rounds, with what failed', () => {
  expect(rowOf('other', '### ÷ Soapstone')).toBe('| other | 3 (3 of 1000 failed) | – | – | – |');
  expect(rowOf('nginx', '### ÷ Soapstone')).toBe('| nginx | 0.5 | – | – | – |');
  expect(rowOf('absent', '### ÷ Soapstone')).toBe('| absent | – | – | – | – |');
  expect(rowOf('Soapstone', '### ÷ nginx')).toBe('| Soapstone | 2 | – | – | – |');
});

test('a front that fails more than one in a hundred has no ratio, and its first failure stands below', () => {
  const failing = page([...peers, { ...peers[1], name: 'failing', costs: costs([1, 1, 1], 11) }], 12, 'A machine');
  expect(failing).toMatch(/\| failing +\| +11 of 1000 failed \|/);
  expect(failing).toContain('- failing, get one: `HTTP/1.1 500 Oops <title>Broken</title>`');
  expect(page([peers[0]], 12, 'A machine')).not.toContain('What failed');
});

test('a front that was started again between operations is named', () => {
  const again: Costs['operations'] = new Map([['create', { cpu: [1], requests: 1, failures: 0, restarted: true }]]);
  const failing = page([{ ...peers[0], costs: { operations: again, memory: 1, start: 1 } }], 12, 'A machine');
  expect(failing).toContain('- Soapstone no longer answered "create" after the load before, and was started again.');
});

test('a run with few rounds says so', () => {
  expect(text).toContain('Of one run with 3 rounds, on A machine. So few rounds are an indication of the cost');
  expect(page(peers, 12, 'A machine')).not.toContain('So few rounds');
});

test('a base that is not there has no table', () => {
  expect(text).not.toContain('÷ express + http-proxy-middleware');
});

test('memory and start are shares of those of Soapstone', () => {
  expect(rowOf('other', '### Memory')).toBe('| other | 4 | 4 | 60 |');
});
