// What became of the words of version 1, one step each, in order: `soapstone migrate` runs them all.
import { type Document, isScalar, type Node, visit, type YAMLSeq } from 'yaml';
import { joinToConverter, sidesToConverters } from './converters.ts';
import { asMap, type EditablePair, flowPair, keyOf, type Log, mapsIn, pairOf, renameKey } from './document.ts';
import { drafts, itemCalls, projects, sessions, submissions } from './first-version.ts';
import { asyncOf, callWords, ownFlows, pages, rulesOf } from './flows.ts';
import { codes, optionalTypes, rowsOfTables, settings } from './table-words.ts';
import { migrateTypes } from './types.ts';

export type Step = (document: Document.Parsed, log: Log) => void;

export const tableSteps: readonly Step[] = [
  errorForms,
  migrateTypes,
  sidesToConverters,
  joinToConverter,
  calls,
  rowWords,
  sideWords,
  projects,
  drafts,
  sessions,
  ownFlows,
  submissions,
  itemCalls,
  pages,
  asyncOf,
  callWords,
  settings,
  optionalTypes,
  rowsOfTables,
  codes,
  version,
];

/** Golden cases say `reply` as tables did. */
export const caseSteps: readonly Step[] = [sideWords];

/** What a pattern or a table of values holds has names of its own. */
const OWN_NAMES = new Set([
  'request',
  'reply',
  'body',
  'headers',
  'detail',
  'data',
  'tables',
  'types',
  'namespaces',
  'settings',
]);

const SIDE_WORDS = new Map([
  ['reply', 'response'],
  ['replyHeaders', 'responseHeaders'],
]);

function sideWords(document: Document.Parsed, log: Log): void {
  visit(document, {
    Pair: (_key, pair) => {
      const at = pair as EditablePair;
      rename(at, SIDE_WORDS, log);
      return OWN_NAMES.has(keyOf(at) ?? '') || keyOf(at) === 'response' ? visit.SKIP : undefined;
    },
  });
}

const ROW_WORDS = new Map([
  ['for', 'forEach'],
  ['faults', 'responses'],
]);

/** Keys of the table, of its rules and of its rows of faults. */
function rowWords({ contents }: Document.Parsed, log: Log): void {
  const table = asMap(contents);
  const rules = mapsIn(pairOf(table, 'rules')?.value);
  const rows = [table, ...rules].flatMap((map) => mapsIn(pairOf(map, 'faults')?.value));
  for (const map of [table, ...rules, ...rows]) for (const pair of map?.items ?? []) rename(pair, ROW_WORDS, log);
}

/** Flows of a rule: a list of calls, one call for each item, or none at all. */
function calls(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    for (const pair of rule.items) rename(pair, new Map([['steps', 'calls']]), log);
    const each = pairOf(rule, 'each');
    if (each) callForEach(document, each, log);
    const rest = pairOf(rule, 'rest');
    if (isScalar(rest?.value) && rest.value.value === 'none') callNothing(document, rest, log);
  }
}

/** `each: { over: list, … }` is `calls: [ { each: list, … } ]`. */
function callForEach(document: Document.Parsed, pair: EditablePair, log: Log): void {
  const call = asMap(pair.value);
  const over = pairOf(call, 'over');
  if (call === undefined || over === undefined) return;
  log(pair, 'each', 'calls');
  renameKey(over, 'each');
  renameKey(pair, 'calls');
  const list = document.createNode([]) as YAMLSeq;
  list.add(call);
  pair.value = list;
}

function callNothing(document: Document.Parsed, pair: EditablePair, log: Log): void {
  log(pair, 'rest: none', 'calls: []');
  renameKey(pair, 'calls');
  pair.value = document.createNode([], { flow: true }) as Node;
}

function rename(pair: EditablePair, words: ReadonlyMap<string, string>, log: Log): void {
  const old = keyOf(pair) ?? '';
  const now = words.get(old);
  if (now === undefined) return;
  log(pair, old, now);
  renameKey(pair, now);
}

/** `media.error` named the media type of problems. */
function errorForms(document: Document.Parsed, log: Log): void {
  const rest = asMap(pairOf(asMap(document.contents), 'rest')?.value);
  const media = asMap(pairOf(rest, 'media')?.value);
  const error = pairOf(media, 'error');
  if (rest === undefined || media === undefined || error === undefined) return;
  log(error, 'media.error', 'errors');
  media.delete('error');
  rest.items.push(flowPair(document, 'errors', [{ media: error.value }]));
}

function version(document: Document.Parsed, log: Log): void {
  const pair = pairOf(asMap(document.contents), 'soapstone');
  if (!isScalar(pair?.value) || pair.value.value !== '1') return;
  log(pair, 'soapstone: 1', 'soapstone: 2');
  Object.assign(pair.value, { value: '2', source: '2' });
}
