// Notes of `check`: what may be intended, and is no problem. Each kind has a code (docs/reference/cli.md).

import { costlyTypes } from '../codec/datatypes/costly-patterns.ts';
import type { Contract } from '../contract/model/contract.ts';
import { Problems } from '../errors/errors.ts';
import type { Steps } from '../event-loop/time-slices.ts';
import { Fault } from '../fault/fault.ts';
import { unnamedMembers } from '../mapping/checker/unnamed-members.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { brokenNotes } from './contract-problems.ts';
import { exampleFindings } from './doc-examples.ts';
import { type Finding, noteOf, problemFindings } from './finding.ts';
import { policyNotes } from './policy-notes.ts';

/** Most values of an enumeration in one note. */
const MOST_VALUES = 5;

export function notesOf(mapping: Mapping): Finding[] {
  return KINDS.flatMap((notes) => notes(mapping));
}

/** All that `check` says of a table that loads. Rules that are not compiled yet may be compiled. */
export function* findingsOf(mapping: Mapping): Steps<Finding[]> {
  const unused = mapping.unused?.() ?? [];
  const findings = unused.length > 0 ? problemFindings(new Problems(unused)) : [];
  yield;
  findings.push(...exampleFindings(mapping));
  for (const notes of KINDS) {
    yield;
    findings.push(...notes(mapping));
  }
  return findings;
}

function lackingNotes({ lacks }: Mapping): Finding[] {
  const { types = [], names = [] } = lacks ?? {};
  return [
    ...types.map((name) => noteOf('TYPE_LACKING', `the contract has no type "${name}": its rules are left out`)),
    ...names.map((name) => noteOf('NAME_LACKING', `the contract has no "${name}": what names it is left out`)),
  ];
}

/** `base: /v1` and `GET /v1/accounts`: clients would have to ask for /v1/v1/accounts. */
function repeatedBaseNotes({ rules, base }: Mapping): Finding[] {
  if (base === '' || base === '/') return [];
  const twice = base + base;
  return rules.flatMap(({ place, request: { rest } }) => {
    if (rest.template !== twice && !rest.template.startsWith(`${twice}/`)) return [];
    const below = rest.template.slice(twice.length);
    const advice = `rest.base adds ${base}; write ${rest.method} ${below === '' ? '/' : below}`;
    return [noteOf('BASE_REPEATED', `the path is ${rest.template}: ${advice}`, place)];
  });
}

/** Values of the contract that value tables leave out, a note for each table. It may be intended. */
function uncoveredNotes({ uncovered = [] }: Mapping): Finding[] {
  return [...Map.groupBy(uncovered, ({ table }) => table)].map(([table, all]) => {
    const lacking = all.map(({ of, values }) => `${quoted(values)} of ${of}`);
    return noteOf('TABLE_INCOMPLETE', `table "${table}" has no row for ${lacking.join(', nor for ')}`, all[0].place);
  });
}

/** `<column>` that nothing fills in. */
export function plainColumnNotes({ plainColumns = [] }: Mapping): Finding[] {
  return plainColumns.map(({ column, place, tables }) => {
    const hint = tables.length > 0 ? `; write forEach: ${tables.join(' or forEach: ')}` : '';
    return noteOf('COLUMN_PLAIN', `<${column}> is plain text, since the rule has no "forEach"${hint}`, place);
  });
}

/** Types of the contract with patterns so costly that long texts may be refused. */
export function costlyNotes({ schemas }: Contract): Finding[] {
  return costlyTypes(schemas).map(({ type: { place }, label, steps, characters }) => {
    const limit = `values above ${characters} characters may be refused (PATTERN_LIMIT)`;
    const message = `${label}: a character can cost its patterns ${steps} steps: ${limit}; give the type a maxLength`;
    return noteOf('PATTERN_COSTLY', message, place);
  });
}

/** Fault rows whose response is read but never written, where SOAP clients would need it. */
export function unwrittenNotes({ rules }: Mapping): Finding[] {
  const heard = rules.filter(({ direction }) => direction !== 'rest-to-soap');
  const lacking = heard.flatMap(({ faults }) => faults.responses.flatMap(({ lacks }) => lacks));
  const notes = lacking.map(({ message, place }) =>
    noteOf('RESPONSE_UNWRITTEN', `SOAP clients get a fault, never this response: ${message}`, place),
  );
  return distinct(notes);
}

/** Declared faults whose detail a REST service with few words leaves incomplete, so that SOAP clients get none. */
export function incompleteNotes({ rules }: Mapping): Finding[] {
  const heard = rules.filter(({ direction }) => direction !== 'rest-to-soap');
  // In a table for both directions, most faults without a row come from a SOAP service.
  const gaps = heard.flatMap(({ faults, direction }) =>
    faults.incomplete.filter(({ bare }) => !bare || direction === 'soap-to-rest'),
  );
  const notes = gaps.map(({ fault, message, place, hint }) => {
    const effect = `SOAP clients get the fault "${fault}" without detail where the REST service says little`;
    return noteOf('FAULT_INCOMPLETE', `${effect}: ${message}; ${hint}`, place);
  });
  return distinct(notes);
}

/** List operations of SOAP clients in which the failure of one item hides what was done for the others. */
export function unansweredNotes({ rules }: Mapping): Finding[] {
  const lists = rules.filter(
    ({ direction, flow }) => direction !== 'rest-to-soap' && flow?.kind === 'each' && flow.inner,
  );
  return lists.flatMap(({ place, id, flow }) => {
    if (flow?.kind !== 'each' || flow.outcome.size > 0 || [499, 599].every((status) => isItem(flow.single, status)))
      return [];
    const hint = 'write rows with response: and status: 4XX and 5XX, or name {….ok} in its response';
    return [noteOf('ITEM_UNANSWERED', `"${id}" has no response for an item that fails: ${hint}`, place)];
  });
}

/** Is the failure of an item with this status a response? */
function isItem({ faults }: MappingRule, status: number): boolean {
  const fault = new Fault({ status, code: 'UPSTREAM_FAULT', title: 'Failed', rest: { headers: {} } });
  return faults.asResponse(fault, undefined, true) !== undefined;
}

/** Members of the contract that SOAP clients may send, and rules refuse. Copies of a row say the same. */
export function unnamedNotes({ rules, codec }: Mapping): Finding[] {
  // A table for both directions mostly has REST in front.
  const heard = rules.filter(({ direction }) => direction === 'soap-to-rest');
  const rows = new Map(heard.map((rule) => [`${rule.place.file}:${rule.place.line}:${rule.place.col}`, rule]));
  return [...rows.values()].flatMap(({ id, place, request: { soap } }) => {
    const keys = [...new Set(unnamedMembers(soap.body, codec).map(({ key }) => key))];
    if (keys.length === 0) return [];
    const message = `"${id}" has no place for ${quoted(keys, 'members')}: SOAP requests with such members are refused; name them, or write $rest: skip`;
    return [noteOf('MEMBERS_UNNAMED', message, place)];
  });
}

/** Bodies that may name another object than the path, where the mapping does not decide which one counts. */
function undecidedNotes({ undecided = [] }: Mapping): Finding[] {
  return undecided.map(({ place, rest, key, rule }) => {
    const advice = `write $absent: [ ${/^\w+$/.test(key) ? key : JSON.stringify(key)} ] beside $rest, or name "${key}" there`;
    const message = `{${rest}} may have "${key}", which is the key in the path of "${rule}": ${advice}`;
    return noteOf('KEY_UNDECIDED', message, place);
  });
}

function idleNotes({ idle = [] }: Mapping): Finding[] {
  return idle.map(({ response, place }) =>
    noteOf('ROW_IDLE', `no rule calls an operation with the response "${response}": remove this entry`, place),
  );
}

/** The proposal of pages was taken, and the rule that it replaces is still there. */
function pagesTwiceNotes({ rules }: Mapping): Finding[] {
  const heard = rules.filter(({ direction }) => direction !== 'soap-to-rest');
  const plain = heard.filter(({ flow }) => flow === undefined);
  const paged = heard.filter(({ flow }) => flow?.kind === 'pages' && flow.phase === 'first');
  return paged.flatMap((pages) => {
    const duplicate = plain.find((rule) => isSameCall(rule, pages));
    if (duplicate === undefined) return [];
    const message = `"${duplicate.id}" has the method, the path and the operation of the pages "${pages.id}": delete one of them`;
    return [noteOf('PAGES_TWICE', message, duplicate.place)];
  });
}

function isSameCall(a: MappingRule, b: MappingRule): boolean {
  const [first, second] = [a.request.rest, b.request.rest];
  return first.method === second.method && first.template === second.template && a.operation === b.operation;
}

function distinct(notes: readonly Finding[]): Finding[] {
  return [...new Map(notes.map((one) => [one.line, one])).values()];
}

function quoted(values: readonly string[], noun = 'values'): string {
  const excerpt = values.slice(0, MOST_VALUES).map((value) => `"${value}"`);
  const remainder = values.length - excerpt.length;
  return `${excerpt.join(', ')}${remainder > 0 ? ` and ${remainder} more ${noun}` : ''}`;
}

const KINDS: readonly ((mapping: Mapping) => Finding[])[] = [
  ({ contract }) => brokenNotes(contract),
  policyNotes,
  lackingNotes,
  repeatedBaseNotes,
  plainColumnNotes,
  uncoveredNotes,
  idleNotes,
  pagesTwiceNotes,
  unwrittenNotes,
  undecidedNotes,
  incompleteNotes,
  unansweredNotes,
  unnamedNotes,
  ({ contract }) => costlyNotes(contract),
];
