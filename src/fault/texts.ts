// Whether clients see what a service says in its own words. Knows nothing about protocols.
import { errorTable, SoapstoneError } from '../errors/errors.ts';
import { Fault, type FaultInit } from './fault.ts';

/** `client-errors`: only in faults with a status below 500. `show`: always. `hide`: never. */
export type FaultTexts = 'client-errors' | 'show' | 'hide';

/** In place of the words of a service. */
export const HIDDEN_TEXT = "the service replied with a fault; its text is in the gateway's log";

/** The fault as clients may see it; what it leaves out is in `upstreamText`, for the log. */
export function shownFault(fault: Fault, texts: FaultTexts = 'show'): Fault {
  const { init } = fault;
  if (texts === 'show' || (texts === 'client-errors' && init.status < 500)) return fault;
  if (init.withheld) return new Fault({ ...init, ...init.withheld, withheld: undefined });
  return init.code === 'UPSTREAM_BODY' ? withoutValues(fault) : fault;
}

/** Messages about a response quote its values: what kind of problem it is stays, and where. */
function withoutValues({ init }: Fault): Fault {
  const { cause, detail } = init;
  const kind = cause instanceof SoapstoneError ? kindOf(cause) : errorTable.UPSTREAM_BODY[2];
  const errors: FaultInit['errors'] = init.errors?.map(({ path, code }) => ({ path, code, message: kind }));
  return new Fault({ ...init, detail: framed(cause, detail, kind) ?? `${UNUSABLE}: ${kind}${placeOf(cause)}`, errors });
}

const UNUSABLE = 'the response of the service is of no use';

/** A sentence of ours around the message about a value, with `kind` in place of that message; undefined where there is none. */
function framed(cause: unknown, detail: string | undefined, kind: string): string | undefined {
  const inner = cause instanceof SoapstoneError && cause.cause instanceof SoapstoneError ? cause.cause.message : '';
  return inner === '' || !detail?.includes(inner) ? undefined : detail.replace(inner, () => kind);
}

function placeOf(cause: unknown): string {
  return cause instanceof SoapstoneError && cause.path !== undefined ? ` at ${cause.path}` : '';
}

function kindOf({ cause }: SoapstoneError): string {
  return errorTable[cause instanceof SoapstoneError ? cause.code : 'UPSTREAM_BODY'][2];
}
