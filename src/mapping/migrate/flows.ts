// Flows of a rule whose variables had names of the table's own: today their names say what they are.
import { type Document, isAlias, isScalar, isSeq, type Node } from 'yaml';
import {
  asMap,
  type EditableMap,
  type EditablePair,
  flowPair,
  keyOf,
  type Log,
  mapsIn,
  pairOf,
  renameKey,
} from './document.ts';
import { renameVariables } from './renamed-variables.ts';

/** Roles of variables, and what the variables are called. */
const PAGE_ROLES: ReadonlyMap<string, string> = new Map([
  ['items', 'items'],
  ['limit', 'limit'],
  ['offset', 'offset'],
  ['size', 'size'],
  ['index', 'page'],
  ['cursor', 'cursor'],
  ['total', 'total'],
  ['totalPages', 'pages'],
  ['count', 'count'],
  ['more', 'more'],
  ['links', 'links'],
]);
const SEARCH_NAMES = ['criteria', 'condition', 'rows'];
const STATE_ROLES: ReadonlyMap<string, string> = new Map(['state', 'reason', 'percent'].map((role) => [role, role]));

export function rulesOf(document: Document.Parsed): readonly EditableMap[] {
  return mapsIn(pairOf(asMap(document.contents), 'rules')?.value);
}

/** Flows that aliases stand for are written out: each rule's is rewritten by itself. */
export function ownFlows(document: Document.Parsed): void {
  for (const rule of rulesOf(document))
    for (const key of ['job', 'async', 'pages']) {
      writeOut(document, pairOf(rule, key));
      writeOut(document, pairOf(asMap(pairOf(rule, key)?.value), 'pages'));
    }
}

function writeOut(document: Document.Parsed, pair: EditablePair | undefined): void {
  if (!isAlias(pair?.value)) return;
  const copy = pair.value.resolve(document)?.clone() as Node | undefined;
  if (copy === undefined) return;
  Object.assign(copy, { anchor: undefined });
  pair.value = copy;
}

export function pages(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const pair = pairOf(rule, 'pages');
    const flow = asMap(pair?.value);
    if (!pair || !flow) continue;
    const roles = takenRoles(flow, PAGE_ROLES, log);
    const parts = searches(document, flow, log);
    const reserved = [...(roles.length > 0 ? PAGE_ROLES.values() : []), ...(parts.length > 0 ? SEARCH_NAMES : [])];
    renameVariables(rule, new Map([...roles, ...parts]), { reserved });
    sizes(document, flow, log);
  }
}

/** Takes the keys of roles away. Gives the new names by the old ones. */
function takenRoles(flow: EditableMap, roles: ReadonlyMap<string, string>, log: Log): [string, string][] {
  return [...roles].flatMap(([role, name]): [string, string][] => {
    const pair = pairOf(flow, role);
    const old = textOf(pair?.value);
    if (!pair || old === undefined || isSize(role, old)) return [];
    log(pair, `${role}: ${old}`, `the variable {${name}}`);
    flow.items.splice(flow.items.indexOf(pair), 1);
    return [[old, name]];
  });
}

/** Numbers and `all` are sizes of pages, and name no variable. */
function isSize(role: string, text: string): boolean {
  return /^\d/.test(text) || (role === 'size' && text === 'all');
}

/** `several: { of, by, where }` is `distinct` and `where`. */
function searches(document: Document.Parsed, flow: EditableMap, log: Log): [string, string][] {
  const pair = pairOf(flow, 'several');
  const several = asMap(pair?.value);
  if (!pair || !several) return [];
  const where = pairOf(several, 'where');
  const parts = asMap(where?.value);
  log(pair, 'several', 'distinct, where');
  const names = [
    ...takenRoles(several, new Map([['of', 'criteria']]), log),
    ...(parts
      ? takenRoles(
          parts,
          new Map([
            ['condition', 'condition'],
            ['items', 'rows'],
          ]),
          log,
        )
      : []),
  ];
  const distinct = flowPair(document, 'distinct', textOf(pairOf(several, 'by')?.value));
  flow.items.splice(flow.items.indexOf(pair), 1, distinct, ...(where ? [where] : []));
  return names;
}

/** `smallest`, `defaultSize` and `largest` are `size: [ … ]`. */
function sizes(document: Document.Parsed, flow: EditableMap, log: Log): void {
  const words = ['smallest', 'defaultSize', 'largest'];
  const found = words.flatMap((word) => pairOf(flow, word) ?? []);
  if (found.length === 0) return;
  const [smallest, usual, largest] = words.map((word) => textOf(pairOf(flow, word)?.value));
  const size = [smallest ?? '1', ...(usual ? [usual] : []), largest ?? '1000'];
  const at = flow.items.indexOf(found[0]);
  for (const pair of found) log(pair, keyOf(pair) ?? '', 'size');
  flow.items[at] = flowPair(document, 'size', size);
  for (const pair of found.slice(1)) flow.items.splice(flow.items.indexOf(pair), 1);
}

/** `job` of a rule is `async` with resources of its own. `async` has windows and states by the names of variables. */
export function asyncOf(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const job = pairOf(rule, 'job');
    if (job) {
      log(job, 'job', 'async');
      renameKey(job, 'async');
    }
    const form = asMap(pairOf(rule, 'async')?.value);
    if (!form) continue;
    const roles = job ? takenRoles(form, STATE_ROLES, log) : [];
    const window = windowOf(document, form, log);
    const reserved = [...(job ? STATE_ROLES.values() : []), ...(window.length > 0 ? PAGE_ROLES.values() : [])];
    renameVariables(rule, new Map([...roles, ...window]), { reserved });
  }
  const table = asMap(pairOf(asMap(document.contents), 'async')?.value);
  if (table) states(document, table, log);
}

function windowOf(document: Document.Parsed, form: EditableMap, log: Log): [string, string][] {
  const pair = pairOf(form, 'pages');
  const flow = asMap(pair?.value);
  if (!pair || !flow || !['items', 'index'].some((key) => pairOf(flow, key))) return [];
  const names = takenRoles(flow, PAGE_ROLES, log);
  const soap = pairOf(flow, 'soap');
  const request = pairOf(form, 'resultRequest');
  if (soap) pair.value = soap.value;
  else if (request) {
    log(request, 'resultRequest', 'pages: { request }');
    form.items.splice(form.items.indexOf(request), 1);
    pair.value = document.createNode({}) as Node;
    (pair.value as EditableMap).items.push(document.createPair('request', request.value) as EditablePair);
  } else pair.value = document.createNode('true') as Node;
  return names;
}

function states(document: Document.Parsed, table: EditableMap, log: Log): void {
  const roles = takenRoles(table, STATE_ROLES, log);
  renameVariables(table, new Map(roles), { reserved: roles.length > 0 ? STATE_ROLES.values() : [] });
  const [waiting, running] = ['waiting', 'running'].map((word) => pairOf(table, word));
  if (!waiting && (!running || isSeq(running.value))) return;
  const at = waiting ?? running!;
  log(at, keyOf(at) ?? '', 'running');
  table.items[table.items.indexOf(at)] = flowPair(document, 'running', [
    textOf(waiting?.value) ?? 'waiting',
    textOf(running?.value) ?? 'running',
  ]);
  if (waiting && running) table.items.splice(table.items.indexOf(running), 1);
}

/** `each: item in list` with the results in `{results}`, and `resume` with the times of the token. */
export function callWords(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const calls = mapsIn(pairOf(rule, 'calls')?.value);
    for (const call of calls) eachOf(rule, call, log);
    resumed(calls, log);
  }
}

function eachOf(rule: EditableMap, call: EditableMap, log: Log): void {
  const each = pairOf(call, 'each');
  const item = pairOf(call, 'as');
  if (!each || (!item && !pairOf(call, 'into'))) return;
  const results = takenRoles(call, new Map([['into', 'results']]), log);
  const names = renameVariables(rule, new Map(results), { reserved: ['results'] });
  if (!isScalar(each.value)) return;
  const [list, one] = [each, item].map((pair) => textOf(pair?.value)).map((name) => names.get(name ?? '') ?? name);
  const text = one === undefined ? String(list) : `${one} in ${list}`;
  Object.assign(each.value, { value: text, source: text });
  if (!item) return;
  log(item, 'as', `each: ${text}`);
  call.items.splice(call.items.indexOf(item), 1);
}

function resumed(calls: readonly EditableMap[], log: Log): void {
  const [first, second] = calls;
  const keep = pairOf(first, 'keep');
  const options = asMap(keep?.value);
  if (!keep || !options || !second) return;
  log(keep, 'keep', 'resume');
  first.items.splice(first.items.indexOf(keep), 1);
  const ttl = pairOf(options, 'ttl');
  if (ttl) renameKey(ttl, 'keep');
  const moved = options.items.filter((pair) => keyOf(pair) !== 'as');
  const at = second.items.findIndex((pair) => keyOf(pair) === 'resume');
  second.items.splice(at + 1, 0, ...moved);
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) ? String(node.value) : undefined;
}
