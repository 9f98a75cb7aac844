// node-soap's WSDL: xmlToObject and objectToDocumentXML. What it writes for derived types has wrong namespaces; only its time counts here.
import { createRequire } from 'node:module';
import { erpWsdl } from '../erp/files.ts';
import { namespaces } from '../erp/node.ts';
import { expectOrders } from './expect.ts';
import { type Input, LIST, replies, requests } from './inputs.ts';
import type { Mode, Modes } from './mode.ts';

interface Message {
  $name: string;
  targetNSAlias: string;
  targetNamespace: string;
  $type?: string;
  $lookupType?: string;
}
interface Wsdl {
  xmlToObject(xml: string): { Body: Record<string, { recordList: { record: unknown } }> };
  objectToDocumentXML(name: string, value: unknown, prefix: string, ns: string, type?: string): string;
  definitions: {
    services: { Orders: { ports: { OrdersPort: { binding: { methods: Record<string, { input: Message }> } } } } };
  };
}
interface NodeSoap {
  createClientAsync(uri: string, options: object): Promise<{ wsdl: Wsdl }>;
}

const soap = createRequire(import.meta.url)('soap') as NodeSoap;
const { wsdl } = await soap.createClientAsync(erpWsdl, {});

function decode(input: Input, count: number): Mode {
  const run = () => wsdl.xmlToObject(input.xml.toString('utf8'));
  return { run, check: () => expectOrders(JSON.stringify(run()), count) };
}

/** What it decoded, in the form that it encodes: dates as text, xsi:type in its own key. */
function encodable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(encodable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, v]) => [key, key === 'attributes' ? typed(v) : encodable(v)]);
  return Object.fromEntries(entries);
}

function typed(attributes: Record<string, string>): unknown {
  const { 'xsi:type': type, ...others } = attributes;
  if (type === undefined) return others;
  return { ...others, xsi_type: { type: 'SalesOrder', prefix: 'sales', xmlns: namespaces.sales } };
}

function encode(input: Input, count: number): Mode {
  const { input: m } = wsdl.definitions.services.Orders.ports.OrdersPort.binding.methods['AddOrders'];
  const value = encodable(wsdl.xmlToObject(input.xml.toString('utf8')).Body['AddOrders']);
  const type = m.$type ?? m.$lookupType;
  const run = () => Buffer.from(wsdl.objectToDocumentXML(m.$name, value, m.targetNSAlias, m.targetNamespace, type));
  return { run, check: () => expectOrders(run().toString(), count) };
}

export function decoding(): Modes {
  const { one, list } = replies();
  return new Map([
    ['decode one', decode(one, 1)],
    ['decode list', decode(list, LIST)],
  ]);
}

export function encoding(): Modes {
  const { one, list } = requests();
  return new Map([
    ['encode one', encode(one, 1)],
    ['encode list', encode(list, LIST)],
  ]);
}
