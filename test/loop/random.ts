// Random messages and faults of an operation, as texts.
import fc from 'fast-check';
import type { Message, Operation, SoapVersion } from '../../src/contract/model/contract.ts';
import type { ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { orders } from '../laws/fit-orders.ts';
import { instances } from '../laws/instances.ts';
import { envelope, envelopeNs } from './envelope.ts';

/** Random XML of an element. */
export type Elements = (element: ElementDecl) => fc.Arbitrary<string>;

const SIZE = 400;

/** What the contract allows, and SOAP: a message has neither a declaration nor processing instructions (SOAP 1.1 §3). */
export function anyElements(schemas: Schemas, size = SIZE): Elements {
  return (element) => instances(schemas, element, { size }).map(({ xml }) => forSoap(xml));
}

/** Orders as a service sends them that keeps to the words of mappings/30-types. */
export function orderElements(schemas: Schemas): Elements {
  return (element) => orders(schemas, element, SIZE).map(forSoap);
}

function forSoap(xml: string): string {
  return xml.replace(/<\?[^?]*\?>/g, '');
}

export interface Parts {
  readonly body: string;
  readonly header: string;
}

/** Header parts are optional on the wire. */
export function messages({ body, headers }: Message, elements: Elements): fc.Arbitrary<Parts> {
  const blocks = headers.map(({ element }) => fc.option(elements(element), { nil: '', freq: 4 }));
  return fc
    .tuple(fc.tuple(...body.map(elements)), fc.tuple(...blocks))
    .map(([bodies, headers]) => ({ body: bodies.join(''), header: headers.join('') }));
}

const words = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((s) => s.replace(/[\p{Cc}\ufffe\uffff]|\p{Cs}/gu, '.'));

const codes: Readonly<Record<SoapVersion, readonly string[]>> = {
  '1.1': ['e:Client', 'e:Server', 'e:Client.Currency', 'e:Server.Deep.Down', 'e:MustUnderstand', 'app:Failed'],
  '1.2': ['e:Sender', 'e:Receiver', 'e:MustUnderstand', 'e:DataEncodingUnknown'],
};

/** Declared ones with random detail, others with detail that nobody declares, or with none. */
export function faults({ version, faults: declared }: Operation, elements: Elements): fc.Arbitrary<string> {
  const undeclared = fc.constantFrom('', '', '<x:Trace xmlns:x="urn:example:trace">at line 7</x:Trace>');
  const detail = fc.oneof(undeclared, ...declared.map(({ element }) => elements(element)));
  return fc
    .record({
      code: fc.constantFrom(...codes[version]),
      subcodes: fc.array(fc.constantFrom('app:First', 'app:Second'), { maxLength: version === '1.2' ? 2 : 0 }),
      reason: words,
      actor: fc.option(fc.constantFrom('urn:example:node', 'https://example.com/a?b=c&amp;d'), { nil: undefined }),
      detail,
    })
    .map((fault) => envelope(version, version === '1.1' ? fault11(fault) : fault12(fault)));
}

interface RandomFault {
  readonly code: string;
  readonly subcodes: readonly string[];
  readonly reason: string;
  readonly actor?: string;
  readonly detail: string;
}

function fault11({ code, reason, actor, detail }: RandomFault): string {
  const more = actor === undefined ? '' : `<faultactor>${actor}</faultactor>`;
  const inside = detail === '' ? '' : `<detail>${detail}</detail>`;
  return `<e:Fault xmlns:app="urn:example:app"><faultcode>${code}</faultcode><faultstring>${escaped(reason)}</faultstring>${more}${inside}</e:Fault>`;
}

function fault12({ code, subcodes, reason, actor, detail }: RandomFault): string {
  const inner = subcodes.reduceRight((below, name) => `<e:Subcode><e:Value>${name}</e:Value>${below}</e:Subcode>`, '');
  const more = actor === undefined ? '' : `<e:Role>${actor}</e:Role>`;
  const inside = detail === '' ? '' : `<e:Detail>${detail}</e:Detail>`;
  const said = `<e:Reason><e:Text xml:lang="en">${escaped(reason)}</e:Text></e:Reason>`;
  return `<e:Fault xmlns:e="${envelopeNs['1.2']}" xmlns:app="urn:example:app"><e:Code><e:Value>${code}</e:Value>${inner}</e:Code>${said}${more}${inside}</e:Fault>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
