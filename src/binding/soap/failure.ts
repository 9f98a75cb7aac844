// Failures inside replies that are not the one the rule describes: faults in any form, and what fault rows describe. Off the hot path.
import { Mismatch } from '../../codec/codec.ts';
import { SoapstoneError } from '../../errors.ts';
import type { Fault } from '../../fault/fault.ts';
import type { Bindings } from '../binding.ts';
import type { CompiledFaultReply } from './compiled.ts';
import { readFault } from './fault.ts';
import type { Message } from './message.ts';
import { soapFault } from './reply-error.ts';
import type { ReplyOptions } from './reply-options.ts';

/** A soap:Fault of either version, exact or loose; undefined when there is none. `bytes`: the reply in UTF-8. */
export function findFault(options: ReplyOptions, version: Message['version'], bytes: Uint8Array): Fault | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('Fault')) return undefined;
  for (const shape of options.faults[version]) {
    const fault = readAs(options, shape, bytes);
    if (fault) return fault;
  }
  return undefined;
}

/** Leniently the second time: some servers put children of their own into the Fault. */
function readAs(options: ReplyOptions, { message, loose }: FaultShape, bytes: Uint8Array): Fault | undefined {
  for (const attempt of [options, { ...options, lenient: true }]) {
    const fault = tryMessage(attempt, message, bytes)?.[message.faultSlot];
    const read = fault && readFault(fault, message.version, options, loose);
    if (read && (attempt === options || read.code.local !== '')) return soapFault(read);
  }
  return undefined;
}

type FaultShape = ReplyOptions['faults'][Message['version']][number];

/** The fault of the first row that matches. */
export function findFaultReply(
  options: ReplyOptions,
  rows: readonly CompiledFaultReply[],
  bytes: Uint8Array,
): Fault | undefined {
  for (const { message, row } of rows) {
    const slots = tryMessage(options, message, bytes);
    const bindings = slots && message.side.match(slots, new Array(row.variables.length).fill(undefined));
    if (bindings) return row.fault(bindings);
  }
  return undefined;
}

function tryMessage(options: ReplyOptions, message: Message, bytes: Uint8Array): Bindings | undefined {
  const { limits, lenient } = options;
  const decoder = message.program.decoder({ limits, lenient, transcoded: true });
  try {
    decoder.write(bytes);
    return decoder.end();
  } catch (error) {
    if (error instanceof Mismatch || error instanceof SoapstoneError) return undefined;
    throw error;
  }
}
