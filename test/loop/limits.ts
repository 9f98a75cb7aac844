// What does not come through two gateways unchanged, by name; docs/reference/faults.md says each in words. Everything else must be equal.
import { expect } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/model/contract.ts';
import { clark } from '../../src/xml/reader/names.ts';
import type { Form } from '../laws/canonical.ts';
import { callerOf, presented } from './credentials.ts';
import type { Said, SaidFault } from './envelope.ts';
import { throughForms } from './own-forms.ts';
import { TITLE } from './title.ts';

/** What a limit of one rule makes of a message. */
export interface Limits {
  readonly request?: (said: Said) => Said;
  readonly response?: (said: Said) => Said;
  readonly fault?: (fault: SaidFault, request: Said, version: SoapVersion) => SaidFault;
  /** What the reason says when the request cannot be carried; undefined: it can. */
  readonly refused?: (request: Said) => string | undefined;
  /** The same for the response. */
  readonly broken?: (response: Said) => string | undefined;
}

/** By tutorial and rule. */
export const limits: Readonly<Record<string, Limits>> = {
  '20-shapes/parcel.create': { request: (said) => withDefault(said, 'testOnly', 'false'), refused: unfitHeader },
  '20-shapes/parcel.find': { request: (said) => withDefault(withoutHeader(said), 'limit', '50') },
  '20-shapes/GetParcel': { request: withoutHeader },
  '30-types/getOrder': { response: withoutOmitted },
  '30-types/order.update': { request: withoutOmitted, response: withoutOmitted, refused: withoutId },
  '50-calls/FindPerson': { fault: ownWords },
  '50-calls/person': { fault: ownWords },
  '50-calls/GetBalance': { fault: ownWords },
  '50-calls/DraftOrder': { fault: ownWords },
  '70-faults/Pay': { fault: ownWords },
  '70-faults/payment.refund': { response: namedOnly },
  '80-foreign-errors/Book': { fault: throughForms },
  '80-foreign-errors/GetBooking': { fault: throughForms },
  '80-foreign-errors/CancelBooking': { fault: throughForms },
  '90-credentials/GetNote': { request: byCaller },
  '90-credentials/note.add': { request: byCaller },
  '90-credentials/GetServerTime': { request: withoutHeader },
};

/** Limit: words of a row. Its text stands in place of the reason. */
function ownWords(fault: SaidFault): SaidFault {
  const [detail] = fault.detail;
  const first = () => (detail.content as Form[])[0].content as string;
  if (detail?.name.endsWith('}NotFound')) return { ...fault, reason: `there is no ${first()}` };
  if (!detail?.name.endsWith('}InsufficientFunds')) return fault;
  return { ...fault, reason: expect.stringContaining(`${first()} lacks `) };
}

/** Limit: members that no pattern names. A message beside OK, an id beside a failure; and an empty message is none. */
function namedOnly(said: Said): Said {
  if (!said.body) return said;
  const [response] = said.body;
  const [status, ...others] = response.content as Form[];
  const [code, ...words] = status.content as Form[];
  const done = code.content === 'OK';
  const kept = { ...status, content: done ? [code] : [code, ...words.filter((c) => c.content !== '')] };
  return { ...said, body: [{ ...response, content: done ? [kept, ...others] : [kept] }] };
}

/** Limit: places of credentials. The gateway fills them with what it knows of the caller, and signs each call anew. */
function byCaller(said: Said): Said {
  const [message] = said.body!;
  const caller = callerOf(said.header[0]);
  const header = said.header.map((block) => presented(block) as Form);
  if (!message.name.endsWith('}AddNote')) return { ...said, header };
  const content = (message.content as Form[]).filter(({ name }) => !name.endsWith('}author'));
  const author = { name: message.name.replace('AddNote', 'author'), attributes: [], content: caller!.email };
  return { ...said, header, body: [{ ...message, content: [...content, author] }] };
}

/** Limit: members that no pattern names. Those that `types:` omits. */
function withoutOmitted(said: Said): Said {
  if (!said.body) return said;
  return { ...said, body: said.body.map((form) => bare(form, ['revision', 'replaceAll'])) };
}

/** Limit: values that the path needs. */
function withoutId({ body }: Said): string | undefined {
  const [order] = body![0].content as Form[];
  return order.attributes?.some((a) => a.startsWith('internalId='))
    ? undefined
    : 'attribute "internalId" is missing (at Envelope/Body/';
}

function bare(form: Form, names: readonly string[]): Form {
  const attributes = form.attributes?.filter((a) => !names.includes(a.slice(0, a.indexOf('='))));
  const { content } = form;
  const inner = Array.isArray(content) ? content.map((c) => (typeof c === 'string' ? c : bare(c, names))) : content;
  return { ...form, attributes, content: inner };
}

/** Limit: defaults of the table. An absent value is the default. */
function withDefault(said: Said, local: string, value: string): Said {
  const [message] = said.body!;
  const content = message.content as Form[];
  const ns = message.name.replace(/[^}]*$/, '');
  const name = `${ns}${local}`;
  if (content.some((c) => c.name === name)) return said;
  return { ...said, body: [{ ...message, content: [...content, { name, attributes: [], content: value }] }] };
}

/** Limit: members that no pattern names. Header parts that the rule does not name. */
function withoutHeader(said: Said): Said {
  return { ...said, header: [] };
}

/** Limit: values that no header field can carry. */
function unfitHeader({ header }: Said): string | undefined {
  const [tenant] = header;
  if (tenant === undefined || /^(?:[!-~](?:[\t -~]*[!-~])?)?$/.test(tenant.content as string)) return undefined;
  return 'header';
}

/** Limit: detail that nobody declares. It stays behind. */
export function expectedFault(fault: SaidFault, { version, faults }: Operation, to: SoapVersion): SaidFault {
  const declared = new Set(faults.map(({ element }) => clark(element.name)));
  const typed = { ...fault, detail: fault.detail.filter(({ name }) => declared.has(name)) };
  const reason = typed.reason.trim();
  return inVersion({ ...typed, reason: reason === '' ? TITLE : reason }, version, to);
}

const NAMES12: Readonly<Record<string, string>> = { Client: 'Sender', Server: 'Receiver' };

/** Limit: codes of the other version. SOAP 1.2 has no dotted codes, and SOAP 1.1 no subcodes. */
function inVersion(fault: SaidFault, from: SoapVersion, to: SoapVersion): SaidFault {
  if (from === to) return fault;
  if (to === '1.1') {
    const code = Object.entries(NAMES12).find(([, name]) => name === fault.code)?.[0] ?? fault.code;
    return { ...fault, code: code === 'DataEncodingUnknown' ? 'Client' : code, subcodes: [] };
  }
  // An application's own code stands below the one that goes with the status: 4xx for declared faults.
  if (fault.code.startsWith('{'))
    return { ...fault, code: fault.detail.length > 0 ? 'Sender' : 'Receiver', subcodes: [fault.code] };
  const [family] = fault.code.split('.');
  return { ...fault, code: NAMES12[family] ?? family };
}
