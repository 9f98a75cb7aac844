// Writes soap:Fault in the client's SOAP version, with its code and status, from what Fault holds for clients.
import type { Codec, Program } from '../../../codec/model/codec.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Fault, FaultDetail, SoapFault } from '../../../fault/fault.ts';
import { familyOf, isSoapCode } from '../../../fault/fault-names.ts';
import { soapFault } from '../../../fault/table.ts';
import { type Json, json, textOf } from '../../../json/value.ts';
import { carriedShort } from '../../../xml/escape.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';
import { ADDRESSING_NS, escapedText } from '../addressing.ts';
import { namespaceOf } from '../envelope.ts';
import { insertBlocks } from '../insert-blocks.ts';
import { writeDocument } from '../write.ts';
import { FAULT, faultProgram, NOT_UNDERSTOOD, UPGRADE } from './fault-message.ts';
import { RequestFault } from './request-fault.ts';

/** `isMixed`: the value is the content of an element that the contract does not declare. */
interface WrittenDetail extends FaultDetail {
  readonly isMixed?: true;
}

interface WrittenFault {
  readonly status: number;
  readonly body: Uint8Array;
  /** The code says that the mistake is the client's. */
  readonly sender: boolean;
}

/** Longest reason, in characters: messages repeat names that clients and services choose. */
const REASON_MAX = 2000;
const VERSIONS: readonly SoapVersion[] = ['1.2', '1.1'];

export class FaultWriter {
  private readonly codec: Codec;
  private readonly programs = new Map<SoapVersion, Program>();

  constructor(codec: Codec) {
    this.codec = codec;
  }

  /** Names that XML cannot spell, in a fault of a service, leave the plain fault of the same family. */
  write(version: SoapVersion, fault: Fault): WrittenFault {
    const soap = fault.init.soap ?? soapFault(fault.init, []);
    try {
      return this.compose(version, fault, soap);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
      return this.compose(version, fault, soapFault(fault.init, []), true);
    }
  }

  /** `plain`: without header blocks, which hold names too. */
  private compose(version: SoapVersion, fault: Fault, soap: SoapFault, plain = false): WrittenFault {
    const isSender = fault.init.status < 500;
    const addressing = fault instanceof RequestFault ? fault.details.addressing : undefined;
    const code = codeIn(
      version,
      addressing && version === '1.1' ? { ...soap, code: soap.subcodes.at(-1)! } : soap,
      isSender,
    );
    const slots: (Json | undefined)[] = [];
    if (version === '1.2' && !plain && fault instanceof RequestFault) headerSlots(fault, slots);
    const empty = fault instanceof RequestFault ? fault.details.body === true : isAboutBody(fault);
    const action = addressing?.problemAction;
    const detail = action !== undefined && version === '1.2' ? [this.problemAction(action)] : soap.detail;
    const document = this.document(version, { ...soap, detail }, code, slots, empty);
    const body = action !== undefined && version === '1.1' ? insertBlocks(document, [faultDetail(action)]) : document;
    return { status: statusOf(version, code), body, sender: blamesSender(code, isSender) };
  }

  /** Detail that its type refuses is left out: the fault itself matters more. */
  private document(
    version: SoapVersion,
    soap: SoapFault,
    code: FaultCode,
    slots: (Json | undefined)[],
    empty: boolean,
  ): Uint8Array {
    const program = this.program(version);
    for (const detail of [soap.detail, []]) {
      slots[FAULT] = text(version === '1.1' ? fault11(soap, code, detail, empty) : fault12(soap, code, detail));
      try {
        return writeDocument(program, slots);
      } catch (error) {
        if (!(error instanceof SoapstoneError) || detail.length === 0) throw error;
      }
    }
    throw new Error('unreachable');
  }

  /** WS-Addressing 1.0 SOAP Binding §6.4.1: in the form of a declared element where the contract has it. */
  private problemAction(action: string): WrittenDetail {
    const value = JSON.stringify(action);
    if (this.codec.schemas.elements.has(clark(PROBLEM_ACTION)))
      return { name: PROBLEM_ACTION, value: text(`{"Action":${value}}`) };
    const child = `{"$name":${JSON.stringify(clark(ACTION))},"$value":${value}}`;
    return { name: PROBLEM_ACTION, value: text(`[${child}]`), isMixed: true };
  }

  private program(version: SoapVersion): Program {
    let program = this.programs.get(version);
    if (!program) this.programs.set(version, (program = faultProgram(this.codec, version)));
    return program;
  }
}

const PROBLEM_ACTION = { ns: ADDRESSING_NS, local: 'ProblemAction' };
const ACTION = { ns: ADDRESSING_NS, local: 'Action' };

/** SOAP 1.1 §4.4 has no detail in faults about header blocks: SOAP Binding 1.0 §6.2. */
function faultDetail(action: string): Uint8Array {
  const content = `<wsa:ProblemAction><wsa:Action>${escapedText(action)}</wsa:Action></wsa:ProblemAction>`;
  return Buffer.from(`<wsa:FaultDetail xmlns:wsa="${ADDRESSING_NS}">${content}</wsa:FaultDetail>`);
}

function headerSlots({ details }: RequestFault, slots: (Json | undefined)[]): void {
  if (details.upgrade) {
    const versions = VERSIONS.map((version) => qname({ ns: namespaceOf(version), local: 'Envelope' }));
    slots[UPGRADE] = text(`{"SupportedEnvelope":[${versions.join()}]}`);
  }
  if (details.notUnderstood) slots[NOT_UNDERSTOOD] = text(`[${details.notUnderstood.map(qname).join()}]`);
}

function qname(name: QName): string {
  return `{"@qname":${JSON.stringify(clark(name))}}`;
}

/** Values of the Body that the REST request has no place for: what a service says is not known to be about the Body. */
function isAboutBody({ init: { code, rest, soap } }: Fault): boolean {
  return rest === undefined && soap === undefined && /^(?:CODEC_|BAD_(?:PATH|QUERY|BODY)$)/.test(code);
}

/** SOAP 1.1 §4.4. `empty`: detail is there even when nothing is in it. */
function fault11(soap: SoapFault, { code }: FaultCode, detail: readonly WrittenDetail[], empty: boolean): string {
  const members = [`"faultcode":${JSON.stringify(clark(code))}`, `"faultstring":{"$value":${reason(soap)}}`];
  if (soap.actor !== undefined) members.push(`"faultactor":${quoted(soap.actor)}`);
  if (detail.length > 0) members.push(`"detail":${detailText(detail)}`);
  else if (empty) members.push('"detail":{}');
  return `{${members.join()}}`;
}

/** SOAP 1.2 Part 1 §5.4. */
function fault12(soap: SoapFault, { code, subcodes }: FaultCode, detail: readonly WrittenDetail[]): string {
  const inner = subcodes.reduceRight<string>(
    (below, name) => `,"Subcode":{"Value":${JSON.stringify(clark(name))}${below}}`,
    '',
  );
  const members = [
    `"Code":{"Value":${JSON.stringify(clark(code))}${inner}}`,
    `"Reason":{"Text":[{"@lang":"en","$value":${reason(soap)}}]}`,
  ];
  if (soap.actor !== undefined) members.push(`"Role":${quoted(soap.actor)}`);
  if (detail.length > 0) members.push(`"Detail":${detailText(detail)}`);
  return `{${members.join()}}`;
}

/** A declared element of which no content is known is written empty, where its type allows that. */
function detailText(detail: readonly WrittenDetail[]): string {
  const entries = detail.map(({ name, value, isMixed }) => {
    const member = isMixed ? '$mixed' : '$value';
    return `{"$name":${JSON.stringify(clark(name))},"${member}":${value ? textOf(value) : '{}'}}`;
  });
  return `{"$any":[${entries.join()}]}`;
}

function reason(soap: SoapFault): string {
  return quoted(soap.reason);
}

/** Texts of a service must not prevent the fault. */
function quoted(phrase: string): string {
  return JSON.stringify(carriedShort(phrase, REASON_MAX));
}

function text(source: string): Json {
  return json(Buffer.from(source));
}

interface FaultCode {
  readonly code: QName;
  /** Outermost first; SOAP 1.1 has none. */
  readonly subcodes: readonly QName[];
}

/** `sender`: the client is to blame, where the code is an application's own. */
function codeIn(version: SoapVersion, soap: SoapFault, sender: boolean): FaultCode {
  return version === '1.1' ? { code: code11(soap.code), subcodes: [] } : codes12(soap, sender);
}

/** SOAP 1.1 §4.4.1: an application's own code is a code. */
function code11(code: QName): QName {
  if (!isSoapCode(code)) return code;
  const family = familyOf(code.local) ?? 'Server';
  if (family === 'DataEncodingUnknown') return { ns: SOAP11_NS, local: 'Client' };
  const dotted = code.local.indexOf('.');
  return { ns: SOAP11_NS, local: dotted < 0 ? family : family + code.local.slice(dotted) };
}

const NAMES12 = new Map([
  ['Client', 'Sender'],
  ['Server', 'Receiver'],
]);

/** SOAP 1.2 Part 1 §5.4.6: Value is one of five; an application's own code stands in a Subcode. */
function codes12({ code, subcodes }: SoapFault, sender: boolean): FaultCode {
  const family = (isSoapCode(code) ? familyOf(code.local) : undefined) ?? (sender ? 'Client' : 'Server');
  const local = NAMES12.get(family) ?? family;
  const appCodes = isSoapCode(code) ? [] : [code];
  return { code: { ns: SOAP12_NS, local }, subcodes: [...appCodes, ...subcodes] };
}

/** Does the code blame the message and so its sender? `sender`: as above. */
function blamesSender({ code }: FaultCode, sender: boolean): boolean {
  const family = isSoapCode(code) ? familyOf(code.local) : undefined;
  return family === undefined ? sender : family !== 'Server';
}

/** WS-I BP 1.2 R1126: 500 always. SOAP 1.2 Part 2 §7.5.2.2, table 20: 400 for Sender, 500 for all others. */
function statusOf(version: SoapVersion, { code }: FaultCode): number {
  return version === '1.2' && code.local === 'Sender' ? 400 : 500;
}
