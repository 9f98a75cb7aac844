// initialize: an unsaved record of one type, made from a record of another. Knows nothing about saving.
import { Refusal, statusOf, succeeded } from '../store/status.ts';
import type { Stored } from '../store/store.ts';
import { type Doc, isDoc, listOf, type RecordDoc, type Ref } from '../store/values.ts';
import type { Desk, Operations } from './desk.ts';

export interface InitializeRecord {
  readonly type: string;
  readonly reference?: Ref;
  readonly referenceList?: { readonly initializeRef?: readonly Ref[] };
}

/** From the record that is referred to → fields of the draft. */
type Draft = (source: Stored, self: Ref) => Doc;

/** `target ← reference` of those pairs for which the contract has both types. */
const PAIRS: Readonly<Record<string, Readonly<Record<string, Draft>>>> = {
  assemblyBuild: {
    assemblyItem: ({ doc }, self) => ({
      item: self,
      quantity: 1,
      ...bomOf(doc),
      ...some(doc, ['subsidiary', 'department', 'class', 'location']),
    }),
    workOrder: ({ doc }, self) => ({
      createdFrom: self,
      ...(doc['assemblyItem'] === undefined ? {} : { item: doc['assemblyItem'] }),
      ...some(doc, [
        'quantity',
        'subsidiary',
        'department',
        'class',
        'location',
        'billOfMaterials',
        'billOfMaterialsRevision',
        'units',
      ]),
    }),
  },
  assemblyUnbuild: {
    assemblyBuild: ({ doc }) => ({
      ...(doc['quantity'] === undefined ? {} : { built: doc['quantity'] }),
      ...some(doc, ['item', 'quantity', 'units', 'billOfMaterials', 'billOfMaterialsRevision', 'subsidiary']),
      ...some(doc, ['department', 'class', 'location', 'componentList']),
    }),
  },
  workOrder: {
    assemblyItem: ({ doc }, self) => ({
      assemblyItem: self,
      quantity: 1,
      ...bomOf(doc),
      ...some(doc, ['department', 'class', 'location']),
    }),
  },
};

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

function some(doc: Doc, names: readonly string[]): Doc {
  return Object.fromEntries(names.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])));
}

/** The bill of materials that an item is built by: its default one. */
function bomOf(doc: Doc): Doc {
  const list = doc['billOfMaterialsList'];
  const lines = isDoc(list) ? listOf(list['assemblyItemBillOfMaterials']) : [];
  const line = lines.find((one) => one['masterDefault'] === true) ?? lines[0];
  return line?.['billOfMaterials'] === undefined ? {} : { billOfMaterials: line['billOfMaterials'] };
}
