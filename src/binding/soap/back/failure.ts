// Finds the failure in a response that the rule does not match: a soap:Fault in any form, a fault row, or an error of the reader. Off the hot path.

import { Mismatch } from '../../../codec/model/codec.ts';
import { deviationOf } from '../../../codec/model/deviation.ts';
import { type ErrorCode, SoapstoneError } from '../../../errors/errors.ts';
import { Fault, type SoapFault } from '../../../fault/fault.ts';
import { titleOf } from '../../../fault/fault-names.ts';
import type { RequestValues } from '../../../fault/table.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import { SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';
import { responseErrorOf, upstream } from '../../upstream-response-error.ts';
import { isBounded, readBriefFault, readFault } from '../fault.ts';
import type { Message } from '../message.ts';
import { acceptanceOf, acceptingSettings, LENIENT, type RefusedResponse } from './accepting-settings.ts';
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

const NAMESPACES = { '1.1': SOAP11_NS, '1.2': SOAP12_NS } as const;

/** An envelope of the other version than that of the request. */
export function otherVersion({ version }: Message, bytes: Uint8Array, error: unknown): SoapstoneError | undefined {
  if (!(error instanceof SoapstoneError) || error.code !== 'CODEC_UNKNOWN' || error.path !== 'Envelope')
    return undefined;
  const responseVersion = version === '1.1' ? '1.2' : '1.1';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD));
  if (!head.includes(NAMESPACES[responseVersion])) return undefined;
  const message = `the response is SOAP ${responseVersion}, and the request was SOAP ${version}`;
  const suggestion = `the service must respond in the version of the request, or the rule must use a port of SOAP ${responseVersion}`;
  return new SoapstoneError('UPSTREAM_BODY', message, { path: 'Envelope', suggestion, safeMessage: message });
}

/** Bytes of a response in which its Envelope tells its namespace. */
const HEAD = 4096;

const HTML = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)[\s/>]/i;

/** A page of a proxy or a server, although its media type says XML. */
export function htmlPage(bytes: Uint8Array): SoapstoneError | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString();
  if (!HTML.test(head)) return undefined;
  const message = 'the response looks like an HTML page, and its Content-Type says XML';
  const suggestion = 'see whether the address is that of the service, and what proxies on the way respond';
  return new SoapstoneError('UPSTREAM_BODY', message, { suggestion, safeMessage: message });
}

const REORDER = 'in a copy of the contract, write the elements as the service sends them';

/** What helps where no option does. */
const ADVICE: { readonly [code in ErrorCode]?: string } = {
  XML_SYNTAX: 'the service must send one XML document, and nothing before or after it',
  XML_ENCODING:
    'the service must name the encoding of its bytes: by charset in Content-Type, or in the XML declaration',
};

/**
 * The misplaced element of a response that seems to lack it: `responseMissing: null` would fail there. `bytes`: the response in UTF-8.
 */
function findMisplaced(options: ResponseOptions, message: Message, bytes: Uint8Array, error: unknown): unknown {
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

/** The error of a response that has arrived as a whole, with the settings that accept it. */
export function refusedResponse(response: RefusedResponse, error: unknown): unknown {
  const { document, options, rule } = response;
  const misplaced = findMisplaced(options, rule.response, document, error);
  if (misplaced !== undefined) return responseError(misplaced, []);
  return responseError(error, document.length > REPLY_MAX ? undefined : acceptingSettings(response, error));
}

/** Where the contract is not what stands in the way. */
const PROBLEMS: { readonly [code in ErrorCode]?: string } = {
  BAD_BODY: 'cannot be unpacked',
  XML_SYNTAX: 'is not well-formed XML',
  XML_ENCODING: 'is not in the encoding that it names',
};

/**
 * Turns errors that are coded for requests into errors of a response. `settings`: those that together accept the response; undefined: nobody has tried.
 */
export function responseError(error: unknown, settings?: readonly string[]): unknown {
  if (error instanceof Mismatch) {
    return new SoapstoneError('UPSTREAM_BODY', `the response is not one that the rule describes: ${error.message}`, {
      path: error.path,
      cause: error,
    });
  }
  return responseErrorOf(error, ({ code, message, path, offset, suggestion: advice, safeMessage }) => {
    if (code === 'UNSIGNED_PREFIX')
      return new SoapstoneError('UPSTREAM_SECURITY', message, { path, suggestion: advice, safeMessage, cause: error });
    if (code === 'XML_LIMIT' || code === 'PAYLOAD_TOO_LARGE')
      return upstream('UPSTREAM_LIMIT', `the response is too large: ${message}`, error);
    const problem = PROBLEMS[code] ?? 'is not what the contract says';
    const at = path || offset === undefined ? '' : ` at byte ${offset}`;
    const text = `the response ${problem}: ${message}${at}`;
    const suggestion = suggestionFor(code, settings ?? settingsOf(error));
    return new SoapstoneError('UPSTREAM_BODY', text, { path: path || undefined, offset, suggestion, cause: error });
  });
}

/** Untried. */
function settingsOf(error: unknown): readonly string[] {
  const deviation = deviationOf(error);
  return deviation === undefined ? [] : [acceptanceOf(deviation)];
}

function suggestionFor(code: ErrorCode, settings: readonly string[]): string | undefined {
  const names = settings.join(', ');
  if (code === 'CODEC_ORDER' && (names === '' || settings.includes(LENIENT)))
    return names === '' ? `no option of tolerance accepts it; ${REORDER}` : `${REORDER}; to leave it out: ${names}`;
  return names === '' ? ADVICE[code] : `to accept it: ${names}`;
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
