import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { atOnce } from '../../src/event-loop/time-slices.ts';
import { type CompileOptions, compileSteps } from '../../src/mapping/compile.ts';
import type { Mapping, MappingRule } from '../../src/mapping/model/mapping.ts';
import { readModule } from '../../src/mapping/module-functions.ts';
import { DeferredRule } from '../../src/mapping/runtime/deferred-rule.ts';
import { parseYaml } from '../../src/mapping/syntax/yaml.ts';
import { withTableFiles } from '../../src/mapping/table-files.ts';
import { sample } from '../sample-size.ts';

const dir = join(import.meta.dirname, '../../mappings/business-records');
const text = readFileSync(join(dir, 'mapping.yaml'), 'utf8');
const contract = await loadContract(join(dir, 'contract/service.wsdl'));
const functions = await readModule(dir);

function compile(table: string, options: CompileOptions): Mapping | readonly string[] {
  try {
    const root = withTableFiles(parseYaml(table, 'mapping.yaml'), dir, (path) => path);
    return atOnce(compileSteps(root, contract, { ...options, functions }));
  } catch (error) {
    if (error instanceof Problems) return error.problems.map((problem) => formatError(problem));
    throw error;
  }
}

const isMapping = (result: ReturnType<typeof compile>): result is Mapping => !Array.isArray(result);
/** The rules that a path of this form leads to. */
function found(mapping: Mapping, method: string, template: string): readonly string[] {
  const look = mapping.lookup(method, template.replace(/\{[^}]*\}/g, '1'));
  return look.kind === 'found' ? look.rules.map(({ id }) => id) : [look.kind];
}

/** `inFull`: rules to compile; of the others, what is at hand before. */
function facts(mapping: Mapping, inFull: (id: string) => boolean = () => true) {
  const rules = mapping.rules.map((rule) => {
    const { id, direction, operation, job, safe, request, response } = rule;
    const { method, template } = request.rest;
    const { status } = response.rest;
    const head = { id, direction, operation: operation.name, job, safe, method, template, status };
    return inFull(id) ? { ...head, ...compiledFacts(mapping, rule) } : head;
  });
  return { rules, uncovered: mapping.uncovered, undecided: mapping.undecided };
}

function compiledFacts(mapping: Mapping, { variables, types, request, response, oneSided }: MappingRule) {
  const { method, template, headers } = request.rest;
  const kinds = types?.map((type) => type?.kind);
  const paths = found(mapping, method, template);
  return { paths, headers, variables, kinds, lines: response.rest.lines(), oneSided: oneSided.length };
}

// Every rule of the largest table is compiled twice: a busy machine takes its time.
it('the rules of a copy are those that it would have by itself', { timeout: 240_000 }, () => {
  const [each, like] = [true, false].map((eachCopy) => compile(text, { eachCopy }));
  expect(isMapping(each) && isMapping(like) && facts(like)).toEqual(isMapping(each) && facts(each));
});

it('no rule of a copy is compiled when the table is loaded', () => {
  const mapping = compile(text, {}) as Mapping;
  const compiled = mapping.rules.filter((rule) => !(rule instanceof DeferredRule) || rule.isCompiled);
  expect(compiled.map(({ id }) => id)).toEqual([
    'async.status',
    'async.status.2',
    'async.status.3',
    'auth.login',
    'auth.ssoLogin',
    'auth.logout',
  ]);
});

/** The record type that is changed. */
const changes: readonly (readonly [string, string, string])[] = [
  ['bin', 'name: Bin }', 'name: Bim }'],
  ['bom', 'rest: bom, name', 'rest: bom, soap: bomb, name'],
  ['bom', 'rest: campaign, in', 'rest: bom, in'],
  ['binTransfer', 'kind: _binTransfer', 'kind: binTransfer'],
  [
    'binWorksheet',
    'name: BinWorksheet, of: Transaction, search: "tranSales:',
    'name: BinWorksheet, of: Item, search: "listAcct:Item',
  ],
  ['binTransfer', 'name: BinTransfer, of: Transaction', 'name: BinTransfer, of: Transactions'],
  [
    'calendarEvent',
    'rest: calendarEvent, in: actSched, name: CalendarEvent',
    'rest: calendarEvent, in: actSched, name: CalendarEventAttendee',
  ],
];

/** Record types beside the changed one: the first of each sort of copies. */
const FEW = ['account', 'accountingPeriod', 'advIntercompanyJournalEntry', 'assemblyBuild', 'assemblyItem', 'campaign'];

/** The table with these record types alone. */
function withFew(name: string): string {
  const [, before, rows, after] = /^(.*?\n {2}records: \[\s)(.*?)( \]\n.*)$/s.exec(text)!;
  const few = rows.replace(/\{ rest: (\w+),[^}]*\},?/g, (row, rest) =>
    rest === name || FEW.includes(rest) ? row : '',
  );
  return before + few + after;
}

it('the table with few record types is one without mistakes', () => {
  expect(isMapping(compile(withFew('bin'), {}))).toBe(true);
});

it.each(changes)('%s: %s as %s is what it would be', (name, right, wrong) => {
  const table = sample(withFew(name), text);
  expect(table).toContain(right);
  const [each, like] = [true, false].map((eachCopy) => compile(table.replace(right, wrong), { eachCopy }));
  const isChanged = (id: string) => id.startsWith(`${name}.`);
  const said = (result: typeof each) => (isMapping(result) ? facts(result, isChanged) : result);
  expect(said(like)).toEqual(said(each));
});
