// Reads the rows of `faults:`: their fields, and whether they hold under these settings.
import type { Place } from '../../../errors/errors.ts';
import { FAULT_ROW_KEYS, SOAP_FAULT_KEYS } from '../../syntax/fault-keys.ts';
import { type Fields, fieldsAt, fieldsOf } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import { holdsWhen, type Setting } from '../../syntax/settings.ts';
import type { YamlEntry, YamlNode } from '../../syntax/yaml.ts';
import { textOf } from './soap-fault-pattern.ts';

export type Settings = ReadonlyMap<string, Setting>;

export interface ReadRow {
  readonly node: YamlNode;
  readonly soap: Fields;
  /** The SOAP side is free of mistakes, so a variable that it does not bind is really unbound. */
  readonly sound: boolean;
  readonly soapPlace: Place;
  readonly rest: YamlEntry;
  /** False: its `when` excludes it under these settings. It is checked all the same. */
  readonly holds: boolean;
}

export function readRows(nodes: readonly YamlNode[], settings: Settings, report: Report): ReadRow[] {
  const rows = nodes.flatMap((node) => readRow(node, settings, report) ?? []);
  const catchAll = rows.findIndex((row) => row.holds && row.soap.size === 1 && textOf(row.soap.get('fault')) === '*');
  if (catchAll >= 0) {
    for (const row of rows.slice(catchAll + 1).filter((r) => !r.soap.has('response'))) {
      report.add(
        'MAPPING_UNREACHABLE',
        'this fault rule never matches: fault: "*" above it matches every fault',
        row.soapPlace,
        'put fault: "*" last',
      );
    }
  }
  return rows;
}

function readRow(node: YamlNode, settings: Settings, report: Report): ReadRow | undefined {
  const fields = fieldsOf(node, FAULT_ROW_KEYS, 'a fault rule', report);
  const soap = fields.get('soap');
  const rest = fields.get('rest');
  if (soap === undefined || rest === undefined) {
    if (node.kind === 'map')
      report.add('MAPPING_MISSING', `the fault rule has no "${soap ? 'rest' : 'soap'}"`, node.place);
    return undefined;
  }
  const problemCount = report.problems.length;
  const soapFields = fieldsAt(soap, SOAP_FAULT_KEYS, report, '"soap"');
  const sound = report.problems.length === problemCount;
  const holds = holdsWhen(fields.get('when'), settings, report);
  if (soapFields.size > 0) return { node, soap: soapFields, sound, soapPlace: soap.place, rest, holds };
  if (sound) report.add('MAPPING_MISSING', 'the fault rule names no fault', soap.place, NAME_A_FAULT);
  return undefined;
}

const NAME_A_FAULT = 'write fault: prefix:Element, fault: "*", code: or response:';

export function whereHolds<T>({ holds }: ReadRow, rows: T[]): T[] {
  return holds ? rows : [];
}
