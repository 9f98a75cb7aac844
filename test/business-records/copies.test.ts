import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { type CompileOptions, compileMapping } from '../../src/mapping/compile.ts';
import { readModule } from '../../src/mapping/load.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { DeferredRule } from '../../src/mapping/runtime/deferred-rule.ts';

const dir = join(import.meta.dirname, '../../mappings/business-records');
const text = readFileSync(join(dir, 'mapping.yaml'), 'utf8');
const contract = await loadContract(join(dir, 'contract/service.wsdl'));
const functions = await readModule(dir);

function compile(table: string, options: CompileOptions): Mapping | readonly string[] {
  try {
    return compileMapping(table, 'mapping.yaml', contract, { ...options, functions });
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

function facts(mapping: Mapping) {
  const rules = mapping.rules.map((rule) => {
    const { id, direction, operation, job, safe, variables, types, request, response, oneSided } = rule;
    const { method, template, headers } = request.rest;
    const kinds = types?.map((type) => type?.kind);
    const paths = found(mapping, method, template);
    const { status } = response.rest;
    const lines = response.rest.lines();
    const head = { id, direction, operation: operation.name, job, safe, method, template, paths, status };
    return { ...head, headers, variables, kinds, lines, oneSided: oneSided.length };
  });
  return { rules, uncovered: mapping.uncovered, undecided: mapping.undecided };
}

it('the rules of a copy are those that it would have by itself', () => {
  const [each, like] = [true, false].map((eachCopy) => compile(text, { eachCopy }));
  expect(isMapping(each) && isMapping(like) && facts(like)).toEqual(isMapping(each) && facts(each));
});

it('no rule of a copy is compiled when the table is loaded', () => {
  const mapping = compile(text, {}) as Mapping;
  const compiled = mapping.rules.filter((rule) => !(rule instanceof DeferredRule) || rule.isCompiled);
  expect(compiled.map(({ id }) => id)).toEqual(['async.status', 'async.status.2', 'async.status.3']);
});

const changes: readonly (readonly [string, string])[] = [
  ['name: Bin }', 'name: Bim }'],
  ['rest: bom, name', 'rest: bom, soap: bomb, name'],
  ['rest: campaign, in', 'rest: bom, in'],
  ['kind: _binTransfer', 'kind: binTransfer'],
  ['name: BinWorksheet, of: Transaction, search: "tranSales:', 'name: BinWorksheet, of: Item, search: "listAcct:Item'],
  ['name: BinTransfer, of: Transaction', 'name: BinTransfer, of: Transactions'],
  [
    'rest: calendarEvent, in: actSched, name: CalendarEvent',
    'rest: calendarEvent, in: actSched, name: CalendarEventAttendee',
  ],
];

it.each(changes)('%s as %s is what it would be', (right, wrong) => {
  expect(text).toContain(right);
  const [each, like] = [true, false].map((eachCopy) => compile(text.replace(right, wrong), { eachCopy }));
  const said = (result: typeof each) => (isMapping(result) ? facts(result) : result);
  expect(said(like)).toEqual(said(each));
});
