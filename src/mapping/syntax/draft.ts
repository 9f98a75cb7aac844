// Reads `draft` of a rule: the request that saves what an earlier response has created. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located } from './fields.ts';
import type { Report } from './report.ts';
import { type RestSide, readRest, readSoap, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface DraftRow {
  readonly kind: 'draft';
  readonly place: Place;
  /** The variable with the gateway's name for the draft, in the response and in the saving request. */
  readonly name: Located<string>;
  /** ms */
  readonly keep: number;
  readonly saved: { readonly rest: RestSide; readonly soap: SoapRow };
  readonly rest?: undefined;
  readonly soap?: undefined;
  readonly direction: 'soap-to-rest';
}

const HOUR = 60 * 60_000;

export function readDraft(entry: YamlEntry, report: Report): DraftRow | undefined {
  const { place } = entry;
  const fields = fieldsAt(entry, ['name', 'keep', 'rest', 'soap'], report);
  fields.demand(['name', 'rest', 'soap'], place);
  const name = fields.text('name');
  const keep = fields.time('keep') ?? HOUR;
  const [restEntry, soapEntry] = [fields.get('rest'), fields.get('soap')];
  const rest = restEntry && readRest(restEntry, report);
  const soap = soapEntry && readSoap(soapEntry, report);
  return name && rest && soap && { kind: 'draft', place, name, keep, saved: { rest, soap }, direction: 'soap-to-rest' };
}
