// A mapping from a snapshot is the one that a check makes.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOutcomes } from '../../../src/case-runner/case-runner.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping, MappingRule } from '../../../src/mapping/model/mapping.ts';
import { DeferredRule } from '../../../src/mapping/runtime/deferred-rule.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { clark } from '../../../src/xml/reader/names.ts';
import { sample } from '../../sample-size.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

const root = join(import.meta.dirname, '../../..');
const folders = ['mappings', 'test/e2e/mappings'].flatMap((path) =>
  readdirSync(join(root, path))
    .map((name) => join(root, path, name))
    .filter((dir) => existsSync(join(dir, 'mapping.yaml'))),
);
const founding = join(root, 'mappings/business-records');
const small = folders.filter((dir) => dir !== founding);

/** The mapping as it is checked, and as it is read after that. */
async function both(dir: string): Promise<readonly [Mapping, Mapping]> {
  const snapshots = new MemorySnapshots();
  const checked = await loadMapping(dir, { snapshots });
  // A compiled contract does not say what could not be read: such a table is checked at each start.
  const isKept = (checked.contract.unneeded ?? []).length === 0;
  expect(snapshots.files.size).toBe(isKept ? 1 : 0);
  const recalled = await loadMapping(dir, { snapshots });
  expect(snapshots.checks).toBe(isKept ? 1 : 2);
  return [checked, recalled];
}

/** What is at hand before a rule is compiled. */
function headOf({ id, place, direction, operation, job, safe, cache, timeout, request, response }: MappingRule) {
  const { method, template } = request.rest;
  const name = [operation.service, operation.port, operation.name];
  return { id, place, direction, name, job, safe, cache, timeout, method, template, status: response.rest.status };
}

function ofTable({
  info,
  base,
  media,
  settings,
  tables,
  auth,
  uncovered,
  undecided,
  idle,
  lacks,
  ...mapping
}: Mapping) {
  const { plainColumns, contract } = mapping;
  const words = [...mapping.vocabulary()];
  const { files, sources } = contract;
  return {
    tableFiles: mapping.files,
    info,
    base,
    media,
    settings,
    tables,
    auth: auth.fields,
    uncovered,
    undecided,
    idle,
    lacks,
    plainColumns,
    words,
    files,
    sources,
  };
}

function pathsOf(mapping: Mapping, rules: readonly MappingRule[]) {
  return rules.map(({ request: { rest } }) => {
    const look = mapping.lookup(rest.method, rest.template.replace(/\{[^}]*\}/g, '1'));
    return look.kind === 'found' ? look.rules.map(({ id }) => id) : look;
  });
}

/** The rules of each body element, in the order in which they are tried. */
function elementsOf(mapping: Mapping, least = 0) {
  const elements = new Set(
    mapping.rules.flatMap(({ operation }) => operation.input.body.map(({ name }) => clark(name))),
  );
  return [...elements].slice(least).map((element) => [element, mapping.lookupSoap(element).map(({ id }) => id)]);
}

describe.each(small.map((dir) => [dir.slice(root.length + 1), dir] as const))('%s', (_, dir) => {
  it('is the same, rule by rule', async () => {
    const [checked, recalled] = await both(dir);
    const facts = (mapping: Mapping) => ({
      table: ofTable(mapping),
      heads: mapping.rules.map(headOf),
      paths: pathsOf(mapping, mapping.rules),
      elements: elementsOf(mapping),
      variables: mapping.rules.map(({ variables, oneSided }) => [variables, oneSided]),
      document: JSON.stringify(describeRest([mapping])),
    });
    expect(facts(recalled)).toEqual(facts(checked));
  });
});

describe('a folder that has moved', () => {
  it('is the same, and has the places of now', async () => {
    const made = mkdtempSync(join(tmpdir(), 'moved-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    const [before, after] = [join(root, 'mappings/30-types'), join(made, 'mapping')];
    cpSync(before, after, { recursive: true });
    const snapshots = new MemorySnapshots();
    await loadMapping(before, { snapshots });
    const recalled = await loadMapping(after, { snapshots });
    expect(snapshots.checks).toBe(1);
    const checked = await loadMapping(after);
    const places = ({ contract: { schemas } }: Mapping) => [...schemas.types.values()].map(({ place }) => place);
    expect(places(recalled)).toEqual(places(checked));
    expect(recalled.rules.map(headOf)).toEqual(checked.rules.map(headOf));
    expect(ofTable(recalled)).toEqual(ofTable(checked));
  });
});

describe('the business records', { timeout: 240_000 }, () => {
  it('are the same, and no rule of a row is compiled by the load', async () => {
    const [checked, recalled] = await both(founding);
    expect(recalled.rules.filter((rule) => rule instanceof DeferredRule && rule.isCompiled)).toEqual([]);
    expect(recalled.rules.map(headOf)).toEqual(checked.rules.map(headOf));
    expect(ofTable(recalled)).toEqual(ofTable(checked));
    const some = <T>(list: readonly T[]) => list.filter((_, i) => i % sample(60, 4) === 0);
    expect(pathsOf(recalled, some(recalled.rules))).toEqual(pathsOf(checked, some(checked.rules)));
    expect(elementsOf(recalled, sample(30, 0))).toEqual(elementsOf(checked, sample(30, 0)));
  });

  it('carry their cases', async () => {
    const snapshots = new MemorySnapshots();
    await loadMapping(founding, { snapshots });
    const outcomes = await folderOutcomes(founding, { snapshots });
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });
});
