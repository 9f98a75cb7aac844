// Reads `calls` of a rule: several calls on one side of it, one for each item of a list, or none. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import type { Direction } from '../../rule/rule.ts';
import { type Fields, fieldsOf, type Located, listOf } from './fields.ts';
import { type KeepRow, readKeep } from './keep.ts';
import { kind, listOf as listSchema, NAME, name, number, REQUIRED, text, time, vocabulary, WHEN } from './keywords.ts';
import type { Report } from './report.ts';
import type { Setting } from './settings.ts';
import {
  type FlowSides,
  noRest,
  REST_SIDE_KEYS,
  type RestSide,
  readRest,
  readSoap,
  type Side,
  SOAP_SIDE_KEYS,
  type SoapRow,
} from './sides.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface CallRow {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
  readonly place: Place;
  /** It is made only where this variable has a value. */
  readonly when?: Located<string>;
  /** It is made for each item of a list. */
  readonly each?: ItemsRow;
}

/** A list, and the results of a call for each of its items. */
export interface ItemsRow {
  readonly over: Located<string>;
  readonly as?: Located<string>;
  readonly into: Located<string>;
  readonly parallel: number;
  readonly maxItems: number;
}

/** Calls in order. Where the rule has both sides, they are made before its own call, and only for clients of the other side. */
export interface CallsRow extends FlowSides {
  readonly kind: 'calls';
  readonly side: Side;
  /** All calls but the last. */
  readonly prior: readonly CallRow[];
  /** The last is made for each item of a list. */
  readonly each?: ItemsRow;
  /** SOAP clients make the calls one by one. */
  readonly keep?: KeepRow;
}

/** No call at all: the response is made from the request. */
export interface AnswerRow extends FlowSides {
  readonly kind: 'answer';
}

/** One call for each item of a list. */
export interface EachRow extends FlowSides, ItemsRow {
  readonly kind: 'each';
  /** The call is a subrequest to the rules of the table. */
  readonly inner?: SoapRow;
}

export interface RuleSides {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
}

const EACH_KEYS = {
  each: text(
    '`item in list`, or `list` alone: one call for each item of this list of the request. `{results}` is the list in the response ([each](#each)).',
  ),
  parallel: number(1, 100)('Calls at a time (4).'),
  most: number(1, 100_000)('Most items of one request (100).'),
};
const EACH_WORDS = Object.keys(EACH_KEYS);
const VALUE = 'Variable of the request: the call is made only where it has a value.';
export const SOAP_CALL_KEYS = vocabulary('soapCall', 'Keys of a call of `submit`', 'One call of several.', {
  soap: kind(SOAP_SIDE_KEYS)('The call.', REQUIRED),
  when: name(VALUE),
});
const CALL_KEYS = vocabulary(
  'call',
  'Keys of `calls`',
  'One of the calls of a rule ([calls](#calls)).',
  {
    soap: kind(SOAP_SIDE_KEYS)(
      'The call. With `each`, in a rule with a SOAP side: a request to the rules of the table.',
    ),
    rest: kind(REST_SIDE_KEYS)('The call.'),
    when: kind({ anyOf: [NAME, WHEN] })(
      `${VALUE} Beside \`resume\`: the [settings](#settings) under which SOAP clients may make the calls one by one.`,
    ),
    ...EACH_KEYS,
    resume: name(
      'Variable: the token of the gateway, by which SOAP clients make the calls one by one ([resume](#resume)). The response to the call before has it.',
    ),
    keep: time('How long the token is good (`1h`).'),
  },
  {
    anyOf: [{ required: ['soap'] }, { required: ['rest'] }],
    dependentRequired: {
      resume: ['soap'],
      keep: ['resume'],
      ...Object.fromEntries(['parallel', 'most'].map((key) => [key, ['each']])),
    },
  },
);
export const CALLS = listSchema(CALL_KEYS);

export function readCalls(
  entry: YamlEntry,
  sides: RuleSides,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): CallsRow | EachRow | AnswerRow | KeepRow | undefined {
  const nodes = listOf(entry, report);
  if (nodes.some((node) => has(node, 'resume'))) return readTwoWays(nodes, entry, sides, settings, report);
  if (nodes.length === 0 && entry.value.kind === 'list' && sides.soap && !sides.rest)
    return { kind: 'answer', place: entry.place, rest: noRest(entry.place), direction: 'soap-to-rest' };
  const [each, second] = nodes.filter((node) => has(node, 'each'));
  if (second)
    report.add('MAPPING_UNSUPPORTED', 'a rule has one call with "each"', second.place, 'write a rule for each list');
  return each && nodes.length === 1 ? readEach(each, entry, sides, report) : readSequence(entry, sides, report);
}

/** Beside a rule with `rest` it is a sequence for REST clients too. */
function readTwoWays(
  nodes: readonly YamlNode[],
  { place }: YamlEntry,
  { rest, soap }: RuleSides,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): CallsRow | KeepRow | undefined {
  if (soap) {
    report.add('MAPPING_SHAPE', 'a rule with "resume" has no "soap" of its own', place, 'the calls have it');
    return undefined;
  }
  const keep = readKeep(nodes, place, rest, settings, report);
  if (!rest || !keep) return keep;
  const { first, second } = keep;
  const prior = [{ soap: first.soap, place: first.soap.place }];
  return { kind: 'calls', place, side: 'soap', prior, soap: second.soap, keep };
}

function readSequence(entry: YamlEntry, { rest, soap }: RuleSides, report: Report): CallsRow | undefined {
  const both = rest !== undefined && soap !== undefined;
  const side = both ? sideOf(entry) : lacking({ rest, soap });
  if (side === undefined) return undefined;
  const calls = readCallList(entry, side, report, EACH_WORDS);
  const repeated = both && calls.find(({ each }) => each);
  if (repeated) {
    const hint = 'write a rule for each direction: one of them has "only"';
    report.add('MAPPING_UNSUPPORTED', '"each" beside other calls stands in a rule with one side', repeated.place, hint);
  }
  const last = both ? undefined : calls.at(-1);
  if (!both && last === undefined) return undefined;
  const prior = both ? calls : calls.slice(0, -1);
  return {
    kind: 'calls',
    place: entry.place,
    side,
    prior,
    rest: last?.rest,
    soap: last?.soap,
    each: last?.each,
    direction: both ? undefined : directionOf(side),
  };
}

function isBare(node: YamlNode, side: Side): boolean {
  return !has(node, side) && (has(node, 'request') || has(node, 'response'));
}

/** Calls that have only `side`. An empty list is reported, and a mistake in the keys of several calls once. */
export function readCallList(entry: YamlEntry, side: Side, report: Report, more: readonly string[] = []): CallRow[] {
  const nodes = listOf(entry, report);
  const first = report.problems.length;
  const calls = nodes.flatMap((node) => readCall(node, side, report, more) ?? []);
  report.joinRepeated(first, nodes.flatMap(keyPlaces), 'call');
  if (nodes.length === 0) report.add('MAPPING_MISSING', '"calls" has no call', entry.place, `write ${callHint(side)}`);
  return calls;
}

function readCall(node: YamlNode, side: Side, report: Report, more: readonly string[]): CallRow | undefined {
  if (isBare(node, side)) {
    const message = `the call has no "${side}" around its request and response`;
    report.add('MAPPING_MISSING', message, node.place, `write ${callHint(side)}`);
    return undefined;
  }
  const words = has(node, 'each') ? more : more.slice(0, 1);
  const own = report.apart();
  const fields = fieldsOf(node, { keys: [side, 'when', ...words] }, 'a call', own);
  const sideEntry = fields.get(side);
  const when = fields.name('when');
  const each = fields.has('each') ? readItems(fields, own) : undefined;
  const isEmpty = node.kind === 'map' && sideEntry === undefined;
  if (isEmpty) report.add('MAPPING_MISSING', `the call has no "${side}"`, node.place, `write ${callHint(side)}`);
  // Without its side no other key of the call matters.
  else report.problems.push(...own.problems);
  return sideEntry && { ...readSide(side, sideEntry, report), place: node.place, when, each };
}

function callHint(side: Side): string {
  return `- ${side}: { request: …, response: … }`;
}

function keyPlaces(node: YamlNode): Place[] {
  return [node.place, ...(node.kind === 'map' ? node.entries.map(({ place }) => place) : [])];
}

function readEach(node: YamlNode, { place }: YamlEntry, sides: RuleSides, report: Report): EachRow | undefined {
  const inner = sides.soap !== undefined && sides.rest === undefined && has(node, 'soap') && !has(node, 'rest');
  const side = inner ? 'soap' : lacking(sides);
  if (side === undefined) {
    const hint = 'remove the side that the call has';
    report.add('MAPPING_SHAPE', 'a rule with "each" cannot have both "rest" and "soap"', place, hint);
    return undefined;
  }
  const fields = fieldsOf(node, { keys: [...EACH_WORDS, side] }, 'a call', report);
  fields.demand([side], node.place);
  const single = fields.get(side);
  const items = readItems(fields, report);
  if (single === undefined || items === undefined) return undefined;
  return {
    kind: 'each',
    place: node.place,
    ...items,
    ...(inner
      ? { inner: readSoap(single, report), rest: noRest(place), direction: 'soap-to-rest' }
      : { ...readSide(side, single, report), direction: directionOf(side) }),
  };
}

/** Variable of the results, in the response. */
const RESULTS = 'results';
const ITEM_IN_LIST = /^(?:([A-Za-z_][\w.-]*) +in +)?([A-Za-z_][\w.-]*)$/;

/** `item in list`, or `list`. */
function readItems(fields: Fields, report: Report): ItemsRow | undefined {
  const names = readNames(fields, report);
  return names && { ...names, into: { value: RESULTS, place: names.over.place }, ...limitsOf(fields) };
}

function readNames(fields: Fields, report: Report): Pick<ItemsRow, 'over' | 'as'> | undefined {
  const source = fields.text('each');
  if (source === undefined) return undefined;
  const { value, place } = source;
  const [, item, list] = ITEM_IN_LIST.exec(value) ?? [];
  if (list) return { over: { value: list, place }, as: item === undefined ? undefined : { value: item, place } };
  const words = value.match(/[A-Za-z_][\w.-]*/g) ?? [];
  const [first = 'item', last = 'list'] = [words[0], words.at(-1)];
  const hint = `write each: ${words.length > 1 ? `${first} in ${last}` : last}`;
  report.add(
    'MAPPING_PATTERN',
    '"each" must be "item in list", or "list": names of variables without braces',
    place,
    hint,
  );
  return undefined;
}

function limitsOf(fields: Fields): Pick<ItemsRow, 'parallel' | 'maxItems'> {
  return {
    parallel: fields.number('parallel', 1, 100) ?? 4,
    maxItems: fields.number('most', 1, 100_000) ?? 100,
  };
}

function readSide(side: Side, entry: YamlEntry, report: Report): RuleSides {
  return side === 'soap' ? { soap: readSoap(entry, report) } : { rest: readRest(entry, report) };
}

/** That of the calls, where the rule has both. */
function sideOf({ value }: YamlEntry): Side {
  return value.kind === 'list' && value.items.some((node) => has(node, 'rest')) ? 'rest' : 'soap';
}

/** The side that the calls have, because the rule lacks it. */
function lacking({ rest, soap }: RuleSides): Side | undefined {
  if (rest && soap) return undefined;
  return rest ? 'soap' : soap && 'rest';
}

function has(node: YamlNode, key: string): boolean {
  return node.kind === 'map' && node.entries.some((e) => e.key === key);
}

function directionOf(side: Side): Direction {
  return side === 'soap' ? 'rest-to-soap' : 'soap-to-rest';
}
