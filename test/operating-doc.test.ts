// docs/reference/operating.md knows every metric and every alert; settings.md, which it points to, every setting (test/settings-doc.test.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboard } from '../scripts/dashboard.ts';
import { errorTable } from '../src/errors/errors.ts';
import { isOption } from '../src/server/settings/options.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'reference', 'operating.md'), 'utf8');
const settings = readFileSync(join(root, 'docs', 'reference', 'settings.md'), 'utf8');
const metrics = [...settings.matchAll(/^\| `(soapstone_\w+)` \|/gm)].map(([, name]) => name);
const alerts = parse(readFileSync(join(root, 'helm/soapstone/files/alerts.yaml'), 'utf8')).groups.flatMap(
  ({ rules }: { rules: { alert: string; annotations: { runbook_url: string } }[] }) => rules,
) as { alert: string; annotations: { runbook_url: string } }[];

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
  for (const { alert, annotations } of alerts) {
    expect(sections.get(alert)).toContain('**Look**');
    expect(sections.get(alert)).toContain('**Do**');
    expect(annotations.runbook_url).toBe(`RUNBOOK#${alert.toLowerCase()}`);
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
