// Rows that are equal on one side, and rows that an earlier one keeps from ever being reached.

import type { Steps } from '../../event-loop/steps.ts';
import { clark } from '../../xml/reader/names.ts';
import type { MappingRule } from '../model/mapping.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import { type Constraints, restConstraints, soapConstraints, within } from './constraints.ts';
import type { BuiltRule } from './rule.ts';

export interface CheckedRow {
  readonly row: Row;
  readonly rule: BuiltRule;
}

export function* checkHidden(
  rows: readonly CheckedRow[],
  base: string,
  unknownQuery: 'refuse' | 'ignore',
  report: Report,
): Steps<void> {
  yield* checkRest(
    rows.filter(({ row }) => row.direction !== 'soap-to-rest' && !row.part),
    base,
    unknownQuery === 'ignore',
    report,
  );
  yield* checkSoap(
    rows.filter(({ row }) => row.direction !== 'rest-to-soap'),
    report,
  );
}

interface ConstrainedRow {
  readonly row: Row;
  readonly constraints: Constraints;
}

function* checkRest(rows: readonly CheckedRow[], base: string, ignoring: boolean, report: Report): Steps<void> {
  const routes = new Map<string, ConstrainedRow[]>();
  for (const { row, rule } of rows) {
    const constraints = restConstraints(row, base, new Set(rule.request.rest.needed));
    const earlierRows = routes.get(constraints.route) ?? [];
    routes.set(constraints.route, earlierRows);
    const hiding = earlierRows.find((earlier) => hides(earlier.constraints, constraints, ignoring));
    if (hiding) reportRest(row, hiding.row, constraints, hiding.constraints, report.of(row.id));
    earlierRows.push({ row, constraints });
    yield;
  }
}

/** Everything that the later one takes, the earlier one of the same route takes before it. */
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
    report.add(
      'MAPPING_UNREACHABLE',
      `this rule never matches: ${location} matches every such request first`,
      row.line.place,
      'put this rule first',
    );
  }
}

function* checkSoap(rows: readonly CheckedRow[], report: Report): Steps<void> {
  const rowsByKey = new Map<string, Row>();
  for (const { row, rule } of rows) {
    const key = soapKey(row, rule);
    const earlier = rowsByKey.get(key);
    if (earlier === undefined) rowsByKey.set(key, row);
    else if (!earlier.part) {
      const location = `"${earlier.id}" at line ${earlier.place.line}`;
      const hint = 'set only: rest-to-soap on all but one, or make them differ by a constant';
      report
        .of(row.id)
        .add('MAPPING_DUPLICATE', `this rule has the same SOAP request as ${location}`, row.soap.place, hint);
    }
    yield;
  }
}

/** Rules with one key take the same SOAP requests. */
export function soapKey(row: Row, { operation }: MappingRule): string {
  const element = operation.input.body[0];
  const name = element === undefined ? operation.name : clark(element.name);
  return JSON.stringify([name, ...[...soapConstraints(row)].toSorted()]);
}
