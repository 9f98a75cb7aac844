// Reads `draft` of a rule: the request that saves what an earlier response has created. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located } from './fields.ts';
import { kind, name, REQUIRED, time, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import { REST_SIDE_KEYS, type RestSide, readRest, readSoap, SOAP_SIDE_KEYS, type SoapRow } from './sides.ts';
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

export const DRAFT_KEYS = vocabulary('draft', 'Keys of `draft`', 'What a later request saves ([drafts](#drafts)).', {
  name: name('Variable: the name of the draft, in the response and in the request that saves it.', REQUIRED),
  keep: time('How long a draft is kept (`1h`).'),
  rest: kind(REST_SIDE_KEYS)('The REST request that saves it.', REQUIRED),
  soap: kind(SOAP_SIDE_KEYS)('The SOAP request that saves it.', REQUIRED),
});

export function readDraft(entry: YamlEntry, report: Report): DraftRow | undefined {
  const { place } = entry;
  const fields = fieldsAt(entry, DRAFT_KEYS, report);
  fields.demand(['name', 'rest', 'soap'], place);
  const draftName = fields.text('name');
  const keep = fields.time('keep') ?? HOUR;
  const [restEntry, soapEntry] = [fields.get('rest'), fields.get('soap')];
  const rest = restEntry && readRest(restEntry, report);
  const soap = soapEntry && readSoap(soapEntry, report);
  return (
    draftName &&
    rest &&
    soap && { kind: 'draft', place, name: draftName, keep, saved: { rest, soap }, direction: 'soap-to-rest' }
  );
}
