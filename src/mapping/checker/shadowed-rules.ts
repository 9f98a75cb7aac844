// Finds rules that are equal on one side, and rules that an earlier rule hides. Compares what a message must contain to match each.

import { preferencesOf } from '../../bytes/preferences.ts';
import type { Operation } from '../../contract/model/contract.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import { type Hole, isHole, type Part, printCall } from '../../pattern/text/hole.ts';
import { holesOf, type Tree } from '../../pattern/tree.ts';
import { clark } from '../../xml/reader/names.ts';
import { argumentsOf, traitsOf } from '../converters/call.ts';
import { builtIn } from '../converters/registry.ts';
import type { MappingRule } from '../model/mapping.ts';
import type { RoutedRequest } from '../runtime/deferred-patterns.ts';
import type { RuleRow } from '../runtime/job.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import type { BuiltRule } from './rule.ts';

export interface CheckedRow {
  readonly row: RuleRow;
  readonly rule: BuiltRule;
  readonly route: RuleRoute;
}

/** Where its path leads, and the variables that every request must have. */
export type RuleRoute = Pick<RoutedRequest, 'segments' | 'needed'>;

export function* checkHidden(
  rows: readonly CheckedRow[],
  base: string,
  unknownQuery: 'refuse' | 'ignore',
  report: Report,
): Steps<void> {
  yield* checkRest(
    rows.filter(({ row }) => row.direction !== 'soap-to-rest' && isRouted(row)),
    base,
    unknownQuery === 'ignore',
    report,
  );
  yield* checkSoap(
    rows.filter(({ row }) => row.direction !== 'rest-to-soap'),
    report,
  );
}

/** What a client asks for by a name that the gateway gave it: many rules have one SOAP request. */
export function isContinuation({ part, byJob, job }: RuleRow): boolean {
  return part === true || byJob === true || (job?.phase === 'status' && job.row.shared === true);
}

/** Does its path lead to it? */
export function isRouted({ part, byJob }: Row): boolean {
  return !part && !byJob;
}

interface ConstrainedRow {
  readonly row: Row;
  readonly constraints: Constraints;
}

function* checkRest(rows: readonly CheckedRow[], base: string, ignoring: boolean, report: Report): Steps<void> {
  const routes = new Map<string, ConstrainedRow[]>();
  for (const { row, route } of rows) {
    const constraints = restConstraints(row, base, new Set(route.needed));
    const earlierRows = routes.get(constraints.route) ?? [];
    routes.set(constraints.route, earlierRows);
    const hiding = earlierRows.find((earlier) => hides(earlier.constraints, constraints, ignoring));
    if (hiding) reportRest(row, hiding.row, constraints, hiding.constraints, report.of(row.id));
    earlierRows.push({ row, constraints });
    yield;
  }
}

/** Does the earlier rule match every request that the later one matches? */
function hides(earlier: Constraints, later: Constraints, ignoring: boolean): boolean {
  if (!within(earlier.required, later.required)) return false;
  return ignoring || within(later.parameters, earlier.parameters);
}

function reportRest(row: Row, earlier: Row, later: Constraints, earlierConstraints: Constraints, report: Report): void {
  const location = `"${earlier.id}" at line ${earlier.line.place.line}`;
  if (
    earlierConstraints.required.size === later.required.size &&
    earlierConstraints.parameters.size === later.parameters.size
  ) {
    const hint = 'make them differ by a constant, or set only: soap-to-rest';
    report.add('MAPPING_DUPLICATE', `this rule has the same REST request as ${location}`, row.line.place, hint);
  } else {
    const message = `this rule never matches: ${location} matches every such request first`;
    const isNarrower = later.required.size > earlierConstraints.required.size;
    report.add('MAPPING_UNREACHABLE', message, row.line.place, isNarrower ? 'put this rule first' : SAME_CONDITIONS);
  }
}

/** First, such a rule would take requests of the other. */
const SAME_CONDITIONS =
  'both have the same path and conditions: set another path, or a constant in the query, a header or the body';

function* checkSoap(rows: readonly CheckedRow[], report: Report): Steps<void> {
  const rowsByKey = new Map<string, CheckedRow[]>();
  for (const checked of rows) {
    const { row, rule } = checked;
    const key = soapKey(row, rule);
    const equals = rowsByKey.get(key) ?? [];
    rowsByKey.set(key, [...equals, checked]);
    const earlier = equals.find((candidate) => !areToldApart(candidate.rule.operation, rule.operation))?.row;
    if (earlier !== undefined && !isContinuation(earlier)) {
      const location = `"${earlier.id}" at line ${earlier.place.line}`;
      const hint = 'set only: rest-to-soap on all but one, or make them differ by a constant';
      report
        .of(row.id)
        .add('MAPPING_DUPLICATE', `this rule has the same SOAP request as ${location}`, row.soap.place, hint);
    }
    yield;
  }
}

/** By their actions (WSDL 1.1 §3.4). One operation has those of all its ports. */
function areToldApart(a: Operation, b: Operation): boolean {
  const isSame = a.name === b.name && clark(a.portType) === clark(b.portType);
  return !isSame && a.action !== b.action && a.action !== '' && b.action !== '';
}

/** Rules with the same key match the same SOAP requests, whose action may tell them apart. */
export function soapKey(row: Row, { operation }: MappingRule): string {
  const element = operation.input.body[0];
  const name = element === undefined ? operation.name : clark(element.name);
  return JSON.stringify([name, ...[...soapConstraints(row)].toSorted()]);
}

export interface Constraints {
  /** Method and path, without the names of placeholders. */
  readonly route: string;
  readonly required: ReadonlySet<string>;
  /** Names of the query parameters. */
  readonly parameters: ReadonlySet<string>;
}

/** Method and path of a row, without the names of placeholders. */
export function restRoute({ line, base }: Row, tableBase: string): string {
  const { method, segments } = line.value;
  const shape = segments.map((parts) => parts.map((p) => (isHole(p) ? shapeOf(p) : encodeURIComponent(p))).join(''));
  return `${method} ${base ?? tableBase}/${shape.join('/')}`;
}

/** A path with a tail is another one than that with a single segment. */
function shapeOf({ tail }: Hole): string {
  return tail ? '{*}' : '{}';
}

/** `needed`: variables that a request must have. */
function restConstraints(row: RuleRow, tableBase: string, needed: ReadonlySet<string>): Constraints {
  const required = new Set<string>();
  const { segments, query } = row.line.value;
  segments.forEach((parts, i) => {
    for (const part of parts) {
      if (isHole(part) && part.converters.some((call) => traitsOf(call).selects))
        required.add(`path ${i} ${part.converters[0].name}`);
    }
  });
  for (const { name, parts } of query) textConstraint(`?${name}`, parts, needed, required);
  for (const { name, parts } of row.headers) headerConstraint(name.toLowerCase(), parts, needed, required);
  if (row.body) treeConstraints(row.body, '$', required);
  if (row.response.body) holesOf(row.response.body, (hole) => selectedBy(hole, required));
  if (row.job?.phase === 'submit' && row.job.row.needsPrefer)
    headerConstraint('prefer', ['respond-async'], needed, required);
  return { route: restRoute(row, tableBase), required, parameters: new Set(query.map((q) => q.name)) };
}

/** By what its path leads to: a list, or another part. */
function selectedBy({ converters }: Hole, required: Set<string>): void {
  for (const call of converters)
    for (const [{ name, selects }] of argumentsOf(call, builtIn(call.name)?.parameters ?? []))
      if (selects) required.add(`response ${call.name}(${name})`);
}

function textConstraint(
  name: string,
  parts: readonly Part[],
  needed: ReadonlySet<string>,
  required: Set<string>,
): void {
  if (!parts.some(isHole)) required.add(name).add(`${name}=${parts.join('')}`);
  else if (parts.some((p) => isHole(p) && needed.has(p.name))) required.add(name);
}

/** A request may have more preferences than the rule demands, so each one is a constraint of its own. */
function headerConstraint(
  name: string,
  parts: readonly Part[],
  needed: ReadonlySet<string>,
  required: Set<string>,
): void {
  if (name !== 'prefer' || parts.some(isHole)) return textConstraint(name, parts, needed, required);
  for (const [preference, value] of preferencesOf(parts.join(''))) required.add(`${name}=${preference}=${value}`);
}

/** The constants of a tree, each with its path. */
function treeConstraints(tree: Tree, path: string, constraints: Set<string>): void {
  if (tree.kind === 'constant' && tree.value !== null) constraints.add(`${path}=${tree.source}`);
  else if (tree.kind === 'hole' && tree.hole.required) constraints.add(`${path}!`);
  else if (tree.kind === 'text') constraints.add(`${path}~${tree.parts.map((p) => (isHole(p) ? '{}' : p)).join('')}`);
  else if (tree.kind === 'list') {
    for (const [i, item] of tree.items.entries()) treeConstraints(item, `${path}[${i}]`, constraints);
  } else if (tree.kind === 'each') {
    treeConstraints(tree.item, `${path}[]`, constraints);
  } else if (tree.kind === 'object') {
    if (tree.type) constraints.add(`${path}.$type=${tree.type.text}`);
    if (tree.closed ?? tree.skips) constraints.add(`${path}.$rest ${tree.closed ? 'none' : 'skip'}`);
    for (const entry of tree.entries) treeConstraints(entry.value, `${path}.${entry.key}`, constraints);
  }
}

/** Functions and value tables tell messages apart too: a value outside of their domain does not match. */
export function soapConstraints(row: RuleRow): ReadonlySet<string> {
  let constraints = constraintsOf.get(row);
  if (constraints === undefined) constraintsOf.set(row, (constraints = readConstraints(row)));
  return constraints;
}

/** Asked for several times while a table is checked. */
const constraintsOf = new WeakMap<RuleRow, ReadonlySet<string>>();

function readConstraints(row: RuleRow): ReadonlySet<string> {
  const constraints = new Set<string>();
  for (const entry of [...(row.soap.request?.elements ?? []), ...row.soap.headers]) {
    treeConstraints(entry.value, entry.key, constraints);
    domains(entry.value, entry.key, constraints);
  }
  return constraints;
}

function domains(tree: Tree, path: string, constraints: Set<string>): void {
  if (tree.kind === 'object') {
    for (const entry of tree.entries) domains(entry.value, `${path}.${entry.key}`, constraints);
    if (tree.rest) domains(tree.rest, `${path}.$rest`, constraints);
  }
  if (tree.kind === 'absent') constraints.add(`${path}?`);
  if (tree.kind !== 'hole') return;
  for (const call of tree.hole.converters) if (!traitsOf(call).joins) constraints.add(`${path}${printCall(call)}`);
}

export function within(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((text) => b.has(text));
}
