// What `npm run cluster` does without a cluster: it says where it cannot run, and writes what it has seen.
// Starts no program of others.
import { expect, test } from 'vitest';
import { type Machine, missingPackages, thisMachine, whyNot } from '../../scripts/cluster/machine.ts';
import { pageOf } from '../../scripts/cluster/page.ts';
import { moduleFor } from '../../scripts/cluster/programs.ts';
import { type Row, summaryOf, tableOf } from '../../scripts/cluster/row.ts';

const good: Machine = { platform: 'linux', isRoot: true, has: () => true };
const without = (program: string): Machine => ({ ...good, has: (name) => name !== program });

test.each<[string, Machine, string | undefined]>([
  ['root on Debian with Go', good, undefined],
  ['another system', { ...good, platform: 'darwin' }, 'Linux'],
  ['another user', { ...good, isRoot: false }, 'root'],
  ['no apt-get', without('apt-get'), 'apt-get'],
  ['no Go', without('go'), 'Go'],
])('%s', (_, machine, word) => {
  const reason = whyNot(machine);
  expect(reason === undefined).toBe(word === undefined);
  expect(reason ?? '').toContain(word ?? '');
});

test('packages are installed where a program is not there', () => {
  expect(missingPackages(good)).toEqual([]);
  expect(missingPackages(without('ip'))).toEqual(['iproute2']);
  expect(thisMachine.has('node')).toBe(true);
  expect(thisMachine.has('no-such-program')).toBe(false);
});

const rows: Row[] = [
  { name: 'a | b', outcome: 'two\n<lines>', ok: true, requests: { total: 4012, lost: 0 } },
  { name: 'c', outcome: '', ok: false },
];

test('rows in Markdown', () => {
  expect(tableOf(rows).split('\n').slice(2)).toEqual([
    '| a \\| b | two \\<lines> | 0 of 4,012 | passed |',
    '| c |  |  | **failed** |',
  ]);
});

test('the summary names what failed', () => {
  expect(summaryOf(rows)).toBe('2 run, 1 passed; failed: c');
  expect(summaryOf(rows.slice(0, 1))).toBe('1 run, 1 passed');
});

test('the page has the table and the versions', () => {
  const page = pageOf(rows, new Map([['Kubernetes', '1.34.4']]));
  expect(page).toContain(tableOf(rows));
  expect(page).toContain('Kubernetes 1.34.4');
});

test("modules in folders of Kubernetes become the proxy's", () => {
  const original = `module k8s.io/kubernetes

go 1.24.0

godebug default=go1.24

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/client-go => ./staging/src/k8s.io/client-go
)
`;
  const text = moduleFor('k8s.io/kubernetes', '1.34.4', original);
  expect(text).toContain('\ngo 1.24.0\n');
  expect(text).toContain('\nrequire k8s.io/kubernetes v1.34.4\n');
  expect(text).toContain('\ngodebug default=go1.24\n');
  expect(text.match(/^replace .*$/gm)).toEqual([
    'replace k8s.io/api => k8s.io/api v0.34.4',
    'replace k8s.io/client-go => k8s.io/client-go v0.34.4',
  ]);
});
