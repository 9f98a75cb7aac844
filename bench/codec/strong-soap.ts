// strong-soap's XMLHandler: xmlToJson makes objects from text, jsonToXml text from objects. Attributes, and all fields of an element
// with xsi:type, stay strings: less work than the typed candidates do.
import { createRequire } from 'node:module';
import { erpWsdl } from '../erp/files.ts';
import { expectOrders } from './expect.ts';
import { type Input, LIST, replies, requests } from './inputs.ts';
import type { Mode, Modes } from './mode.ts';

interface Descriptor {
  elements: Descriptor[];
}
interface Definitions {
  schemas: Record<string, { complexTypes?: Record<string, Describable> }>;
}
interface Describable {
  describe(definitions: Definitions): void;
  describeChildren(definitions: Definitions): void;
}
interface Operation {
  describe(definitions: Definitions): {
    input: { body: Descriptor };
    inputEnvelope: Descriptor;
    outputEnvelope: Descriptor;
  };
}
interface Wsdl {
  definitions: Definitions;
  services: { Orders: { ports: { OrdersPort: { binding: { operations: Record<string, Operation> } } } } };
}
interface XmlHandler {
  xmlToJson(context: null, xml: string, descriptor: Descriptor): { Body: Record<string, unknown> };
  jsonToXml(node: object, context: null, descriptor: Descriptor, value: unknown): void;
}
interface Printable {
  toString(options?: object): string;
}
interface StrongSoap {
  WSDL: { open(uri: string, options: object, done: (error: Error | null, wsdl: Wsdl) => void): void };
  soap: {
    XMLHandler: {
      new (schemas: object, options: object): XmlHandler;
      createSOAPEnvelope(): { body: Printable; doc: { end(options: object): string } };
    };
  };
}

const { WSDL, soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const wsdl = await new Promise<Wsdl>((resolve, reject) => {
  WSDL.open(erpWsdl, {}, (error, loaded) => (error ? reject(error) : resolve(loaded)));
});
const handler = new soap.XMLHandler(wsdl.definitions.schemas, {});

/** The two passes over all types that its client makes before every call; here once, outside the measurement. */
function describeTypes(): void {
  const types = Object.values(wsdl.definitions.schemas).flatMap((s) => Object.values(s.complexTypes ?? {}));
  for (const type of types) type.describe(wsdl.definitions);
  for (const type of types) type.describeChildren(wsdl.definitions);
}

function operation(name: string): ReturnType<Operation['describe']> {
  return wsdl.services.Orders.ports.OrdersPort.binding.operations[name].describe(wsdl.definitions);
}

function decode(input: Input, name: string, count: number): Mode {
  const { outputEnvelope } = operation(name);
  const run = () => handler.xmlToJson(null, input.xml.toString('utf8'), outputEnvelope);
  return { run, check: () => expectOrders(JSON.stringify(run()), count) };
}

interface EncodeOptions {
  /** Prints the body and then the envelope, both indented, as its client does for every call unless told otherwise. */
  readonly asClient?: boolean;
  /** Messages of this kind that the process has encoded before. */
  readonly before?: number;
}

/**
 * jsonToXml appends the fields of an xsi:type to the descriptor of its element on every call, so each call is slower than the one before.
 * The answer puts the descriptors back into the state after `before` calls: all runs then measure the same.
 */
function steady(root: Descriptor, run: () => unknown, before: number): () => void {
  const fresh = new Map<Descriptor, Descriptor[]>();
  const visit = (d: Descriptor) => {
    if (fresh.has(d)) return;
    fresh.set(d, d.elements);
    d.elements.forEach(visit);
  };
  visit(root);
  run();
  const changing = [...fresh].filter(([d, elements]) => d.elements !== elements).map(([d]) => d);
  for (const d of changing) d.elements = fresh.get(d)!;
  for (let i = 0; i < before; i++) run();
  const state = changing.map((d) => d.elements);
  for (const d of changing) d.elements = fresh.get(d)!;
  return () => {
    changing.forEach((d, i) => {
      d.elements = state[i];
    });
  };
}

function encode(input: Input, count: number, { asClient = false, before = 0 }: EncodeOptions = {}): Mode {
  const { input: message, inputEnvelope } = operation('AddOrders');
  const value = handler.xmlToJson(null, input.xml.toString('utf8'), inputEnvelope).Body['AddOrders'];
  const write = () => {
    const envelope = soap.XMLHandler.createSOAPEnvelope();
    handler.jsonToXml(envelope.body, null, message.body, value);
    if (asClient) envelope.body.toString({ pretty: true });
    return Buffer.from(envelope.doc.end({ pretty: asClient }));
  };
  const reset = steady(message.body, write, before);
  const run = () => {
    reset();
    return write();
  };
  return { run, check: () => expectOrders(run().toString(), count) };
}

/** Name of the mode that shows the growth. */
const AFTER = 'encode one as its client does, after 1000 messages';

export function decoding(): Modes {
  describeTypes();
  const { one, list } = replies();
  return new Map([
    ['decode one', decode(one, 'GetOrder', 1)],
    ['decode list', decode(list, 'ListOrders', LIST)],
  ]);
}

export function encoding(): Modes {
  describeTypes();
  const { one, list } = requests();
  return new Map([
    ['encode one', encode(one, 1)],
    ['encode one as its client does', encode(one, 1, { asClient: true })],
    [AFTER, encode(one, 1, { asClient: true, before: 1000 })],
    ['encode list', encode(list, LIST)],
  ]);
}
