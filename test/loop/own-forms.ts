// Tables whose REST API has error forms of its own: errors in those forms, and what is left of a fault that went through them.

import { expect } from 'vitest';
import { writtenProblem } from '../../src/binding/rest/front/problem.ts';
import type { SoapVersion } from '../../src/contract/model/contract.ts';
import { Fault, type FaultInit } from '../../src/fault/fault.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { Form } from '../laws/canonical.ts';
import type { Said, SaidFault } from './envelope.ts';
import { TITLE } from './title.ts';

export interface WrittenError {
  readonly media: string;
  readonly body: string;
}

/** An error as the API of the table writes it; undefined: it writes problems (RFC 9457). */
export function inOwnForm({ errorForms }: Mapping, init: FaultInit): WrittenError | undefined {
  if (errorForms.length === 0) return undefined;
  const { media, body } = writtenProblem(new Fault({ ...init, soap: undefined }), '', errorForms);
  return { media, body: Buffer.from(body).toString() };
}

/** Limit: forms of the table. Code, subcodes and role of a fault are in none of them: the status says whose mistake it was. */
export function throughForms(fault: SaidFault, request: Said, version: SoapVersion): SaidFault {
  const [detail] = fault.detail;
  const elsewhere = !/^(?:Client|Sender)/.test(fault.code);
  if (!detail) return codeless(failed(request, elsewhere ? 'UNAVAILABLE' : 'OTHER', fault.reason), elsewhere, version);
  const down = (detail.content as Form[])[0].content === 'UNAVAILABLE';
  return codeless(fromRequest(detail, request), down, version);
}

function codeless(detail: Form, elsewhere: boolean, version: SoapVersion): SaidFault {
  const [sender, receiver] = version === '1.1' ? ['Client', 'Server'] : ['Sender', 'Receiver'];
  const members = detail.content as Form[];
  const message = members.at(-1)!;
  const blank = typeof message.content !== 'string' || message.content.trim() === '';
  const reason = blank ? TITLE : (message.content as string);
  // The title stands in a blank message too, where the row writes it.
  const content = blank ? [...members.slice(0, -1), { ...message, content: expect.any(String) }] : members;
  const code = elsewhere ? receiver : sender;
  return { code, subcodes: [], reason, actor: undefined, detail: [{ ...detail, content }] };
}

/** A fault that nobody declares is the one for everything else. */
function failed({ body }: Said, code: string, message: string): Form {
  const ns = body![0].name.replace(/[^}]*$/, '');
  const leaf = (name: string, content: string) => ({ name: `${ns}${name}`, attributes: [], content });
  return { name: `${ns}BookingFailed`, attributes: [], content: [leaf('code', code), leaf('message', message)] };
}

/** Limit: values of the request. Where a row takes a member from the request, the fault has that value, whatever it said before. */
function fromRequest(detail: Form, { body }: Said): Form {
  if (!detail.name.endsWith('}SailingFull')) return detail;
  const [, ...others] = detail.content as Form[];
  const [sailing] = body![0].content as Form[];
  return { ...detail, content: [sailing, ...others] };
}
