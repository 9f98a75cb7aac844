// Calls in order as they are written: those of `steps`, and those that a submission is made of.
import type { Place } from '../../errors/errors.ts';
import { fieldsOf, listOf } from './fields.ts';
import type { Report } from './report.ts';
import { type RestSide, readRest, readSoap, type Side, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface StepRow {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
  readonly place: Place;
}

/** Each has `side` alone. None (and reported) where the list is empty. */
export function readStepList(entry: YamlEntry, side: Side, report: Report): StepRow[] {
  const steps = listOf(entry, report).flatMap((node): StepRow[] => {
    const sideEntry = fieldsOf(node, { keys: [side] }, 'a step', report).get(side);
    if (sideEntry) return [{ ...readSide(side, sideEntry, report), place: node.place }];
    if (node.kind === 'map') report.add('MAPPING_MISSING', `the step has no "${side}"`, node.place);
    return [];
  });
  if (steps.length === 0)
    report.add('MAPPING_MISSING', '"steps" has no step', entry.place, `write - ${side}: { request: …, reply: … }`);
  return steps;
}

export function readSide(side: Side, entry: YamlEntry, report: Report): Omit<StepRow, 'place'> {
  return side === 'soap' ? { soap: readSoap(entry, report) } : { rest: readRest(entry, report) };
}
