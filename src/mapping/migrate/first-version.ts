// `draft`, `session` and `project` of version 1, whose words moved to other places of the table.
import { type Document, isAlias, isScalar, isSeq, type Node, visit, type YAMLSeq } from 'yaml';
import {
  asMap,
  type EditableMap,
  type EditablePair,
  flowPair,
  type Log,
  mapsIn,
  pairOf,
  renameKey,
  tableMap,
} from './document.ts';
import { rulesOf } from './flows.ts';
import { namesIn, renameVariables } from './renamed-variables.ts';

/** `draft` beside two sides is two calls, the second of which resumes the first. */
export function drafts(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const pair = pairOf(rule, 'draft');
    const draft = asMap(pair?.value);
    const sides = ['rest', 'soap'].flatMap((side) => pairOf(rule, side) ?? []);
    if (!pair || !draft || sides.length < 2) continue;
    log(pair, 'draft', 'calls, resume');
    for (const side of sides) rule.items.splice(rule.items.indexOf(side), 1);
    const first = document.createNode({}) as unknown as EditableMap;
    first.items.push(...sides);
    const name = pairOf(draft, 'name');
    if (name) renameKey(name, 'resume');
    const ttl = pairOf(draft, 'ttl');
    if (ttl) renameKey(ttl, 'keep');
    const calls = document.createNode([]) as YAMLSeq;
    calls.items.push(first, draft);
    renameKey(pair, 'calls');
    pair.value = calls;
  }
}

/** `each` of pages asked for the items one by one: `complete` adds to them what it binds. */
export function itemCalls(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const flow = asMap(pairOf(rule, 'pages')?.value);
    const pair = pairOf(flow, 'each');
    const call = asMap(pair?.value);
    const items = pairOf(flow, 'items')?.value;
    const into = pairOf(call, 'into');
    if (!pair || !call || !isScalar(items) || !isScalar(into?.value)) continue;
    const list = String(items.value);
    log(pair, 'each', 'complete');
    renameKey(pair, 'complete');
    call.items.splice(call.items.indexOf(into), 1);
    renameVariables(call, new Map([...namesIn(call)].filter(Boolean).map((name) => [name, `${list}.${name}`])), {
      joined: true,
    });
    renameVariables(rule, new Map([[String(into.value), list]]), { joined: true });
  }
}

/** `submit: { steps: … }` of a job is `submit: { calls: … }`. */
export function submissions(document: Document.Parsed, log: Log): void {
  for (const rule of rulesOf(document)) {
    const steps = pairOf(asMap(pairOf(asMap(pairOf(rule, 'job')?.value), 'submit')?.value), 'steps');
    if (!steps) continue;
    log(steps, 'steps', 'calls');
    renameKey(steps, 'calls');
  }
}

/** Rules with `session` are `login` and `logout` of `auth.front`. */
export function sessions(document: Document.Parsed, log: Log): void {
  const rules = pairOf(asMap(document.contents), 'rules')?.value;
  const found = rulesOf(document).flatMap((rule) => {
    const pair = pairOf(rule, 'session');
    const soap = asMap(pairOf(rule, 'soap')?.value);
    return pair && soap ? [{ rule, pair, soap }] : [];
  });
  const whens = found.map(({ rule }) => pairOf(rule, 'when'));
  const isAlike = new Set(whens.map((pair) => JSON.stringify(pair?.value))).size === 1;
  if (!isAlike || !isSeq(rules)) return;
  const front = document.createNode({}) as unknown as EditableMap;
  for (const [phase, isPhase] of [
    ['login', (pair: EditablePair) => !isScalar(pair.value)],
    ['logout', (pair: EditablePair) => isScalar(pair.value)],
  ] as const) {
    const sides = found.filter(({ pair }) => isPhase(pair)).map(({ soap }) => soap);
    if (sides.length === 0) continue;
    const list = document.createNode([]) as YAMLSeq;
    list.items.push(...sides);
    front.items.push(document.createPair(phase, sides.length === 1 ? sides[0] : list) as EditablePair);
  }
  front.items.push(...whens.slice(0, 1).flatMap((pair) => pair ?? []));
  for (const { rule, pair } of found) {
    log(pair, 'session', 'auth.front');
    rules.items.splice(rules.items.indexOf(rule), 1);
  }
  tableMap(document, 'auth').items.push(document.createPair('front', front) as EditablePair);
  writeOutLost(document);
}

/** `project` beside a body is the converter `view`, whose options stand once in the table. */
export function projects(document: Document.Parsed, log: Log): void {
  visit(document, {
    Map: (_key, node) => {
      const side = node as EditableMap;
      const pair = pairOf(side, 'project');
      const hole = pairOf(side, 'body')?.value;
      if (!pair || !isScalar(hole) || !/^\{[^{}]+\}$/.test(String(hole.value))) return;
      const parts = mapsIn(resolved(document, pair.value)).map((part) => part.toJSON() as Project);
      const options = viewOptions(parts);
      const views = pairOf(tableMap(document, 'converters'), 'view');
      if (views && JSON.stringify(views.value) !== JSON.stringify(document.createNode(options))) return;
      if (!views) tableMap(document, 'converters').items.push(flowPair(document, 'view', options));
      const text = String(hole.value).replace(/\}$/, `|view(${viewArguments(parts)})}`);
      Object.assign(hole, { value: text, source: text, type: 'QUOTE_DOUBLE' });
      side.items.splice(side.items.indexOf(pair), 1);
      log(pair, 'project', text);
    },
  });
}

interface Project {
  readonly when?: unknown;
  readonly fields?: { readonly names: string; readonly always?: unknown; readonly resources?: string };
  readonly codes?: { readonly unless: string };
  readonly links?: { readonly types: unknown; readonly as: unknown; readonly unless?: string };
}

function viewArguments(parts: readonly Project[]): string {
  const named: readonly (readonly [string, string | undefined])[] = [
    ['fields', parts.find(({ fields }) => fields)?.fields?.names],
    ['whole', parts.find(({ links }) => links)?.links?.unless],
    ['plain', parts.find(({ codes }) => codes)?.codes?.unless],
  ];
  const texts = named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return texts.length === named.length
    ? texts.map(([, value]) => value).join(', ')
    : texts.map(([name, value]) => `${name}: ${value}`).join(', ');
}

/** One map where no part has a `when`. */
function viewOptions(parts: readonly Project[]): object {
  const options = parts.map(({ when, fields, links }) => ({
    ...(when !== undefined && { when }),
    ...(fields?.always !== undefined && { always: fields.always }),
    ...(fields?.resources === 'false' && { selectResources: 'false' }),
    ...(links && { resources: links.types, address: links.as }),
  }));
  const all = Object.assign({}, ...options) as object;
  return options.some((one) => 'when' in one) ? options.filter((one) => Object.keys(one).length > 0) : all;
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

/** Aliases of what was taken away stand for nothing any more: `responses` of sessions are those of the table. */
function writeOutLost(document: Document.Parsed): void {
  visit(document, {
    Pair: (_key, pair) => {
      const value = (pair as EditablePair).value as Node | null;
      return isAlias(value) && value.resolve(document) === undefined ? visit.REMOVE : undefined;
    },
  });
}
