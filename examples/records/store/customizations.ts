// The custom fields and lists of the account: their script ids, what they hold, and which records have them. Knows nothing about values.
import { TRANSACTIONS } from './record-rules.ts';

export interface Customization {
  /** As GetCustomizationType of the contract has it. */
  readonly type: string;
  readonly id: string;
  readonly scriptId: string;
  readonly name: string;
}

/** `$type` of a value without `CustomFieldRef`. */
export type CustomKind = 'String' | 'Boolean' | 'Long' | 'Double' | 'Date' | 'Select' | 'MultiSelect';

export interface CustomField extends Customization {
  readonly kind: CustomKind;
}

/** The list that all custom fields of kinds Select and MultiSelect choose from. */
export const WOODS: Customization = { type: 'customList', id: '231', scriptId: 'customlist_woods', name: 'Kinds of wood' };

/** Types of records that the account itself has made. Their fields are those of `otherCustomField`. */
const RECORD_TYPES: readonly Customization[] = [
  { type: 'customRecordType', id: '301', scriptId: 'customrecord_inspection', name: 'Inspection' },
  { type: 'customRecordType', id: '302', scriptId: 'customrecord_workshop', name: 'Workshop' },
];

/** Their script ids: what the database calls their records. */
export const CUSTOM_RECORDS: readonly string[] = RECORD_TYPES.map(({ scriptId }) => scriptId);

/** By script id or internal id. */
export function customRecordOf(id: string | undefined): Customization | undefined {
  return RECORD_TYPES.find((type) => type.scriptId === id || type.id === id);
}

const KINDS: readonly CustomKind[] = ['String', 'Boolean', 'Long', 'Double', 'Date', 'Select', 'MultiSelect'];

/** Kind of field, first id, prefix of script ids, and a field for each of KINDS. */
const AREAS: readonly (readonly [string, number, string, readonly string[]])[] = [
  ['entityCustomField', 201, 'custentity', ['region', 'newsletter', 'priority', 'discount', 'since', 'wood', 'woods']],
  ['transactionBodyCustomField', 211, 'custbody', ['channel', 'rush', 'pallets', 'surcharge', 'promised', 'wood', 'woods']],
  ['itemCustomField', 221, 'custitem', ['wood', 'ok', 'rings', 'density', 'launch', 'finish', 'woods']],
  ['transactionColumnCustomField', 241, 'custcol', ['engraving', 'gift', 'pieces', 'waste', 'cut', 'wood', 'woods']],
  ['crmCustomField', 251, 'custevent', ['place', 'online', 'guests', 'budget', 'reminder', 'wood', 'woods']],
  ['otherCustomField', 261, 'custrecord', ['note', 'hot', 'rank', 'share', 'checked', 'wood', 'woods']],
];

export const CUSTOM_FIELDS: readonly CustomField[] = AREAS.flatMap(([type, first, prefix, names]) =>
  names.map((name, n) => ({
    type,
    id: String(first + n),
    scriptId: `${prefix}_${name}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    kind: KINDS[n],
  })),
);

export const CUSTOMIZATIONS: readonly Customization[] = [...CUSTOM_FIELDS, WOODS, ...RECORD_TYPES];

const ENTITIES = new Set(['customer', 'employee', 'vendor', 'partner', 'contact']);
const CRM = new Set(['calendarEvent', 'campaign', 'campaignResponse', 'supportCase', 'message', 'note']);

/** What GetCustomizationType calls the custom fields of a type of records, or of their lines. */
function areaOf(record: string, line: boolean): string {
  if (Object.hasOwn(TRANSACTIONS, record)) return line ? 'transactionColumnCustomField' : 'transactionBodyCustomField';
  if (ENTITIES.has(record)) return 'entityCustomField';
  if (record === 'assemblyItem') return 'itemCustomField';
  return CRM.has(record) ? 'crmCustomField' : 'otherCustomField';
}

/** The custom field that records of this type, or lines of them, have under a script id or an internal one. */
export function customFieldOf(record: string, line: boolean, id: string): CustomField | undefined {
  const area = areaOf(record, line);
  return CUSTOM_FIELDS.find((field) => field.type === area && (field.scriptId === id || field.id === id));
}
