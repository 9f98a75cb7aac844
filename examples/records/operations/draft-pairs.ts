// What a draft takes over from the record that it is made of, for each pair of types. Knows nothing about where records are.
import type { Stored } from '../store/store.ts';
import { type Doc, isDoc, listOf, type Ref } from '../store/values.ts';

/** From the record that is referred to → fields of the draft. */
export type Draft = (source: Stored, self: Ref) => Doc;

const SEGMENTS = ['department', 'class', 'location'];
const TERMS = ['currency', 'exchangeRate', 'subsidiary'];

/** `target ← reference` of those pairs for which the contract has both types. */
export const PAIRS: Readonly<Record<string, Readonly<Record<string, Draft>>>> = {
  assemblyBuild: {
    assemblyItem: ({ doc }, self) => ({
      item: self,
      quantity: 1,
      ...bomOf(doc),
      ...some(doc, ['subsidiary', ...SEGMENTS]),
    }),
    workOrder: ({ doc }, self) => ({
      createdFrom: self,
      ...(doc['assemblyItem'] === undefined ? {} : { item: doc['assemblyItem'] }),
      ...some(doc, ['quantity', 'subsidiary', ...SEGMENTS, 'billOfMaterials', 'billOfMaterialsRevision', 'units']),
    }),
  },
  assemblyUnbuild: {
    assemblyBuild: ({ doc }) => ({
      ...(doc['quantity'] === undefined ? {} : { built: doc['quantity'] }),
      ...some(doc, ['item', 'quantity', 'units', 'billOfMaterials', 'billOfMaterialsRevision', 'subsidiary']),
      ...some(doc, [...SEGMENTS, 'componentList']),
    }),
  },
  workOrder: {
    assemblyItem: ({ doc }, self) => ({ assemblyItem: self, quantity: 1, ...bomOf(doc), ...some(doc, SEGMENTS) }),
  },
  invoice: {
    customer: ({ doc }, self) => ({ entity: self, ...some(doc, ['currency', 'subsidiary', 'terms', 'email']) }),
    salesOrder: ({ doc }, self) => ({
      createdFrom: self,
      ...some(doc, ['entity', ...TERMS, ...SEGMENTS, 'terms', 'otherRefNum', 'memo', 'total']),
      ...billedLines(doc),
    }),
  },
  customerPayment: {
    customer: ({ doc }, self) => ({ customer: self, ...some(doc, ['currency', 'subsidiary', 'balance']) }),
    invoice: (invoice, self) => ({
      ...(invoice.doc['entity'] === undefined ? {} : { customer: invoice.doc['entity'] }),
      ...some(invoice.doc, [...TERMS, ...SEGMENTS]),
      ...(invoice.doc['total'] === undefined ? {} : { payment: invoice.doc['total'] }),
      applyList: { apply: [applied(invoice, self)] },
    }),
  },
};

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

/** The lines of an order as those of its invoice. */
function billedLines(order: Doc): Doc {
  const list = order['itemList'];
  const lines = isDoc(list) ? listOf(list['item']) : [];
  const item = lines.map((line) => ({
    ...some(line, ['item', 'description', 'quantity', 'units', 'rate', 'amount', ...SEGMENTS]),
    ...(line['line'] === undefined ? {} : { orderLine: line['line'] }),
  }));
  return item.length === 0 ? {} : { itemList: { item } };
}

/** The line of a payment that pays the invoice as a whole. */
function applied({ id, name, doc }: Stored, { name: label }: Ref): Doc {
  const { total, tranDate } = doc;
  return {
    apply: true,
    doc: String(id),
    type: 'Invoice',
    refNum: name ?? label ?? '',
    ...(tranDate === undefined ? {} : { applyDate: tranDate }),
    ...(total === undefined ? {} : { total, due: total, amount: total }),
  };
}
