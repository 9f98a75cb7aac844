// Finds the failure in a response that the rule does not match: a soap:Fault in any form, a fault row, or an error of the reader. Off the hot path.

import { Mismatch } from '../../../codec/model/codec.ts';
import { type Deviation, deviationOf } from '../../../codec/model/deviation.ts';
import { type ErrorCode, SoapstoneError } from '../../../errors/errors.ts';
import { Fault, type SoapFault } from '../../../fault/fault.ts';
import { titleOf } from '../../../fault/fault-names.ts';
import type { RequestValues } from '../../../fault/table.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import { responseErrorOf, upstream } from '../../upstream-response-error.ts';
import { isBounded, readBriefFault, readFault } from '../fault.ts';
import type { Message } from '../message.ts';
import type { CompiledFaultResponse, FaultForm } from './request-headers.ts';
import type { ResponseOptions } from './response-options.ts';

/** Of larger responses only the brief parts of a fault are read, since each form is another pass. */
const REPLY_MAX = 512 * 1024;

/** A soap:Fault of either version, in whatever form; undefined when there is none. `bytes`: the response in UTF-8. `brief`: without its detail. */
export function findFault(
  options: ResponseOptions,
  version: Message['version'],
  bytes: Uint8Array,
  brief = bytes.length > REPLY_MAX,
): Fault | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('Fault')) return undefined;
  const fullFault = brief ? undefined : firstOf(options.faults(version, false), (form) => readAs(options, form, bytes));
  // A detail that is too large, or not what the contract says, must not hide the fault.
  const fault = fullFault ?? firstOf(options.faults(version, true), (form) => readBriefly(options, form, bytes));
  return fault && soapFault(fault);
}

function firstOf(forms: readonly FaultForm[], read: (form: FaultForm) => SoapFault | undefined): SoapFault | undefined {
  for (const form of forms) {
    const fault = read(form);
    if (fault) return fault;
  }
  return undefined;
}

/** Lenient: an invalid fault is still a fault. */
function readAs(options: ResponseOptions, { message, loose }: FaultForm, bytes: Uint8Array): SoapFault | undefined {
  const fault = tryMessage({ ...options, lenient: true }, message, bytes)?.[message.faultSlot];
  return fault && isBounded(fault) ? readFault(fault, message.version, options, loose) : undefined;
}

/** An empty Body is not a fault; its size tells it from a fault without any known part. */
function readBriefly(
  options: ResponseOptions,
  { message, loose }: FaultForm,
  bytes: Uint8Array,
): SoapFault | undefined {
  const slots = tryMessage(options, message, bytes);
  if (slots === undefined || (bytes.length <= REPLY_MAX && slots.every((slot) => slot === undefined))) return undefined;
  return readBriefFault(slots, message.version, options, loose);
}

/** The fault of the first row that matches. */
export function findFaultResponse(
  options: ResponseOptions,
  rows: readonly CompiledFaultResponse[],
  bytes: Uint8Array,
  request: RequestValues,
): Fault | undefined {
  for (const { message, row } of rows) {
    const slots = tryMessage(options, message, bytes);
    const bindings = slots && message.side.match(slots, new Array(row.variables.length).fill(undefined));
    if (bindings) return row.fault(bindings, request);
  }
  return undefined;
}

function tryMessage(options: ResponseOptions, message: Message, bytes: Uint8Array): Bindings | undefined {
  const { limits, lenient, deviations } = options;
  const decoder = message.program.decoder({ limits, lenient, deviations, transcoded: true });
  try {
    decoder.write(bytes);
    return decoder.end();
  } catch (error) {
    if (error instanceof Mismatch || error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

/** Settings, which `tolerance` of a rule has too. */
const ACCEPTING: Readonly<Record<Deviation, string>> = {
  unknown: 'responseUnknown: skip',
  namespace: 'responseNamespaces: any',
  missing: 'responseMissing: null',
  value: 'responseValues: show',
  href: 'responseUnknown: skip',
  misplaced: 'lenient: true',
};

/** An element that is missing where another stands may come later: with `responseMissing: null` the response would fail there. */
const MISPLACED =
  'no option of tolerance accepts it; in a copy of the contract, write the elements as the service sends them';

/** The misplaced element of a response that seems to lack it. Off the hot path. `bytes`: the response in UTF-8. */
export function findMisplaced(options: ResponseOptions, message: Message, bytes: Uint8Array, error: unknown): unknown {
  if (deviationOf(error) !== 'missing' || (error as SoapstoneError).code !== 'CODEC_ORDER') return undefined;
  const { limits, lenient } = options;
  const deviations = { ...options.deviations, missing: true, note: undefined };
  const decoder = message.program.decoder({ limits, lenient, deviations, transcoded: true });
  try {
    decoder.write(bytes);
    decoder.end();
  } catch (later) {
    if (later instanceof SoapstoneError && later.code === 'CODEC_ORDER') return later;
  }
  return undefined;
}

/** Where the contract is not what stands in the way. */
const PROBLEMS: { readonly [code in ErrorCode]?: string } = {
  BAD_BODY: 'cannot be unpacked',
  XML_SYNTAX: 'is not well-formed XML',
};

/** Turns errors that are coded for requests into errors of a response. */
export function responseError(error: unknown): unknown {
  if (error instanceof Mismatch) {
    return new SoapstoneError('UPSTREAM_BODY', `the response is not one that the rule describes: ${error.message}`, {
      path: error.path,
      cause: error,
    });
  }
  return responseErrorOf(error, ({ code, message, path, offset }) => {
    if (code === 'XML_LIMIT' || code === 'PAYLOAD_TOO_LARGE')
      return upstream('UPSTREAM_LIMIT', `the response is too large: ${message}`, error);
    const problem = PROBLEMS[code] ?? 'is not what the contract says';
    const text = `the response ${problem}: ${message}`;
    const deviation = deviationOf(error);
    const advice = code === 'CODEC_ORDER' ? MISPLACED : undefined;
    const suggestion = deviation === undefined ? advice : `to accept it: ${ACCEPTING[deviation]}`;
    return new SoapstoneError('UPSTREAM_BODY', text, { path: path || undefined, offset, suggestion, cause: error });
  });
}

export function soapFault(soap: SoapFault): Fault {
  return new Fault({
    status: 502,
    code: 'UPSTREAM_FAULT',
    title: titleOf('UPSTREAM_FAULT'),
    detail: soap.reason || undefined,
    soap,
  });
}
