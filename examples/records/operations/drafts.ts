// initialize: an unsaved record of one type, made from a record of another. Knows nothing about saving.
import { Refusal, statusOf, succeeded } from '../store/status.ts';
import type { Doc, RecordDoc, Ref } from '../store/values.ts';
import type { Desk, Operations } from './desk.ts';
import { PAIRS } from './draft-pairs.ts';

export interface InitializeRecord {
  readonly type: string;
  readonly reference?: Ref;
  readonly referenceList?: { readonly initializeRef?: readonly Ref[] };
}

export function initializeOf(desk: Desk): (request: InitializeRecord) => Doc {
  return (request) => statusOf(() => ({ status: succeeded(), record: draft(desk, request) }));
}

export function drafting(desk: Desk): Operations {
  const initialize = initializeOf(desk);
  return {
    initialize: ({ initializeRecord }: { initializeRecord: InitializeRecord }) => ({
      readResponse: initialize(initializeRecord),
    }),
    initializeList: ({ initializeRecord }: { initializeRecord: readonly InitializeRecord[] }) => {
      return { readResponseList: { status: succeeded(), readResponse: initializeRecord.map(initialize) } };
    },
  };
}

function draft({ catalog, writer, now }: Desk, { type, reference, referenceList }: InitializeRecord): RecordDoc {
  const source = reference ?? referenceList?.initializeRef?.[0];
  const target = catalog.ofName(type);
  if (!target || !Object.hasOwn(PAIRS, type))
    throw new Refusal('INVALID_INITIALIZE_ARG', `Records of type ${type} cannot be initialized here.`);
  if (!source) throw new Refusal('INVALID_INITIALIZE_REF', 'initialize needs a reference.');
  const from = source['@type'] ?? '';
  if (!Object.hasOwn(PAIRS[type], from))
    throw new Refusal(
      'INVALID_INITIALIZE_REF',
      `A record of type ${type} cannot be made from one of type ${from || '(none)'}.`,
    );
  const found = writer.find({ ...source, $type: 'platformCore:RecordRef' });
  const self = { '@internalId': String(found.id), name: found.name ?? '' };
  const today = `${new Date(now()).toISOString().slice(0, 10)}T00:00:00Z`;
  return { $type: target.typeName, tranDate: today, ...PAIRS[type][from](found, self) };
}
