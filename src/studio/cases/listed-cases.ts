// The cases of a folder: as a list, as examples of rules, and run.

import { caseOutcomes } from '../../case-runner/case-runner.ts';
import { prettyXml } from '../../explain/explain-rest.ts';
import { textOf } from '../../json/value.ts';
import { type Case, type CaseMessage, readCases } from '../../mapping/cases/cases.ts';
import { loadMapping } from '../../mapping/load.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { CaseResult, ListedCase, TranslateRequest } from '../protocol/api.ts';
import { prettyJson } from '../sides/json-text.ts';
import type { WatchedTable } from '../table/watched-table.ts';

/** @throws Problems of case files. */
export function listCases(folder: string): ListedCase[] {
  return readCases(folder).map((testCase) => {
    const { name, place, rule } = testCase;
    return { key: keyOf(testCase), name, file: place.file, line: place.line, rule };
  });
}

function keyOf({ place, name }: Case): string {
  return `${place.file}:${place.line} ${name}`;
}

/** `key`: one case alone; all of them by default. @throws Problems of the table and of case files. */
export async function runListedCases(
  { folder, options }: WatchedTable,
  key: string | undefined,
): Promise<CaseResult[]> {
  const all = readCases(folder);
  const one = all.find((testCase) => keyOf(testCase) === key);
  const chosen = key === undefined ? all : one === undefined ? [] : withEarlier(all, one);
  const outcomes = await caseOutcomes(chosen, (settings) =>
    loadMapping(folder, { ...options, settings: new Map([...(options.settings ?? []), ...settings]) }),
  );
  return outcomes
    .map(({ name, place, rule, steps, problems }) => {
      return { key: `${place.file}:${place.line} ${name}`, passed: problems.length === 0, steps, rule, problems };
    })
    .filter((result) => key === undefined || result.key === key);
}

/** A case with several calls may go on with a cursor of an earlier one of its file. */
function withEarlier(all: readonly Case[], one: Case): Case[] {
  if (one.calls === undefined) return [one];
  return all.filter(({ place }) => place.file === one.place.file && place.line <= one.place.line);
}

/** The first exchange of the rule that the cases have, rather one that succeeds; undefined: none. Cases that cannot be read are none. */
export function exampleOf(mapping: Mapping, folder: string, id: string): TranslateRequest | undefined {
  const cases = tryCases(folder).filter(({ settings }) => settings.size === 0);
  const ofRule = cases.filter(
    (testCase) => (testCase.soap.response || testCase.calls?.side === 'soap') && belongsTo(mapping, testCase, id),
  );
  const example = ofRule.find(({ rest: { response } }) => (response?.status ?? 200) < 400) ?? ofRule[0];
  if (example === undefined) return undefined;
  const { request } = example.rest;
  const fields = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const body = request.body ? ['', prettyJson(textOf(request.body))] : [];
  const line = `${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const response = onlyResponse(example);
  return {
    request: { side: 'rest', text: [line, ...fields, ...body].join('\n') },
    ...(response && { response: { side: 'soap', text: prettyXml(response.body.join('\n')), rule: id } }),
  };
}

/** A flow with several calls has samples of their responses. */
function onlyResponse({ soap, calls }: Case): CaseMessage | undefined {
  const [only, second] = calls?.list ?? [];
  return soap.response ?? (second === undefined ? only?.soap.response : undefined);
}

function tryCases(folder: string): Case[] {
  try {
    return readCases(folder);
  } catch {
    return [];
  }
}

function belongsTo(mapping: Mapping, { rule, rest: { request }, direction }: Case, id: string): boolean {
  if (direction === 'soap-to-rest') return false;
  if (rule !== undefined) return rule === id;
  const lookup = mapping.lookup(request.method, request.path);
  return lookup.kind === 'found' && lookup.rules[0].id === id;
}
