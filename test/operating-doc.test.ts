// docs/reference/operating.md knows every metric and every alert, and each of its sentences has a proof; settings.md, which it points to, knows every
// setting (test/settings-doc.test.ts).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboard } from '../scripts/dashboard.ts';
import { errorTable } from '../src/errors/errors.ts';
import { loadMapping } from '../src/mapping/load.ts';
import { describeRest } from '../src/openapi/export/document.ts';
import { isOption } from '../src/server/settings/options.ts';
import { gapsOf, mistakeIn, readProofs } from './claims/claims.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'reference', 'operating.md'), 'utf8');
const settings = readFileSync(join(root, 'docs', 'reference', 'settings.md'), 'utf8');
const metrics = [...settings.matchAll(/^\| `(soapstone_\w+)` \|/gm)].map(([, name]) => name);
const alerts = parse(readFileSync(join(root, 'helm/soapstone/files/alerts.yaml'), 'utf8')).groups.flatMap(
  ({ rules }: { rules: { alert: string }[] }) => rules,
) as { alert: string }[];

test('every metric is explained, and no other', () => {
  expect(metrics.length).toBeGreaterThan(20);
  const table = page.slice(page.indexOf('## Watching'), page.indexOf('**Dashboard.**'));
  for (const name of metrics) expect(table, name).toContain(`\`${name}\``);
  const known = new Set(metrics.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]));
  for (const [name] of page.matchAll(/\bsoapstone_\w+/g)) expect(known.has(name), name).toBe(true);
});

test('every alert has its lines: what it means, where to look, what to do; and no other has', () => {
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
  );
  expect([...sections.keys()]).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert } of alerts) {
    expect(sections.get(alert)).toContain('**Look**');
    expect(sections.get(alert)).toContain('**Do**');
  }
});

test('what it names is there: panels, codes, settings in tables, links', () => {
  const panels = (JSON.parse(dashboard()) as { panels: { title: string }[] }).panels.map(({ title }) => title);
  const named = [...page.matchAll(/(?<!\*)\*([A-Z][^*]+?)\*(?!\*)/g)].map(([, title]) => title);
  expect(named.length).toBeGreaterThan(5);
  for (const title of named) expect(panels, title).toContain(title);
  for (const [, code] of page.matchAll(/`([A-Z]+_[A-Z_]+[A-Z])`/g)) {
    if (!code.startsWith('OTEL_')) expect(Object.hasOwn(errorTable, code), code).toBe(true);
  }
  const options = [...page.matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, name]) => name);
  const others = [
    'runAsUser',
    'serviceMonitor',
    'podMonitor',
    'initContainer',
    'configMap',
    'networkPolicy',
    'terminationGracePeriodSeconds',
    'failureLimit',
    'preStop',
  ];
  for (const name of options) expect(isOption(name) || others.includes(name), name).toBe(true);
  for (const [, link] of page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
    expect(existsSync(join(root, 'docs', 'reference', link)), link).toBe(true);
  const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors, anchor).toContain(anchor);
});

test('every sentence has its proof, and every proof its sentence', () => {
  const folder = join(import.meta.dirname, 'claims', 'operating');
  const lists = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const proofs = readProofs(lists.join('\n'));
  expect(gapsOf(page, proofs), 'put each sentence and its test into test/claims/operating').toEqual({
    unproven: [],
    stale: [],
  });
  const mistakes = [...proofs].flatMap(([sentence, all]) =>
    all.map((proof) => [sentence, proof, mistakeIn(proof)] as const).filter(([, , mistake]) => mistake !== undefined),
  );
  expect(mistakes).toEqual([]);
});

test('sentences without a test or a command are few, and say so', () => {
  const folder = join(import.meta.dirname, 'claims', 'operating');
  const proofs = readProofs(
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n'),
  );
  const left = [...proofs].filter(([, all]) => all.some((proof) => proof.startsWith('unproven: ')));
  for (const [sentence] of left) expect(sentence).toMatch(/\(no test shows this\)|measured by hand|no command repeats/);
  expect(left.length).toBeLessThan(10);
});

test("the parts of a pod's memory are those of the chart, and add up", () => {
  const sum = page.slice(page.indexOf('**The sum.**'), page.indexOf('## Stopping'));
  const pod = Number(/a pod of (\d+) MiB/.exec(sum)?.[1]);
  const parts = [...sum.matchAll(/^\| (.+) \| (\d+) \|$/gm)].map(
    ([, what, mebibytes]) => [what, Number(mebibytes)] as const,
  );
  const { resources } = parse(readFileSync(join(root, 'helm/soapstone/values.yaml'), 'utf8'));
  expect(resources.limits.memory).toBe(`${pod}Mi`);
  const flags = readFileSync(join(root, 'helm/soapstone/templates/_gateway.tpl'), 'utf8');
  const young = 3 * Number(/--max-semi-space-size=(\d+)/.exec(flags)?.[1]);
  expect(parts.slice(0, 3).map(([, mebibytes]) => mebibytes)).toEqual([pod / 2, young, (pod * 3) / 16]);
  expect(parts.reduce((total, [, mebibytes]) => total + mebibytes, 0)).toBe(pod);
});

test('the description of the business records is as large as the page says', { timeout: 60_000 }, async () => {
  const document = describeRest([await loadMapping(join(root, 'mappings', 'business-records'))]);
  const [, megabytes, paths] = /(\d+) MB for the (\d+) paths/.exec(page) ?? [];
  expect(String(Object.keys(document.paths as object).length)).toBe(paths);
  expect(String(Math.round(JSON.stringify(document).length / 1e6))).toBe(megabytes);
});
