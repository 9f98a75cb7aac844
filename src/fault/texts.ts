// Decides whether clients see texts of a service. Knows nothing about protocols.
import { errorTable, SoapstoneError } from '../errors/errors.ts';
import { Fault, type FaultInit, type LostDetail } from './fault.ts';

/** `client-errors`: only in faults with a status below 500. `show`: always. `hide`: never. */
export type FaultTexts = 'client-errors' | 'show' | 'hide';

/** In place of a text of the service. */
export const HIDDEN_TEXT = "the service responded with a fault; its text is in the gateway's log";

/** What the log and captures say of lost detail, in words of the contract: `AccountNotFound: Value not allowed (CODEC_FACET) at $.reason`. */
export function lostDetailText({ name, problem }: LostDetail, shownPath = (path: string) => path): string {
  const { code, path } = problem;
  const kind = problemKind(problem);
  return `${name.local}: ${kind} (${code})${path === undefined ? '' : ` at ${shownPath(path)}`}`;
}

/** The fault as clients may see it; hidden texts are in `upstreamText`, for the log. */
export function shownFault(fault: Fault, texts: FaultTexts = 'show'): Fault {
  const { init } = fault;
  if (texts === 'show' || (texts === 'client-errors' && init.status < 500)) return fault;
  if (init.withheld) return new Fault({ ...init, ...init.withheld, withheld: undefined });
  return init.code === 'UPSTREAM_BODY' ? withoutValues(fault) : fault;
}

/** The detail with the place of the first single problem, where it speaks of that. */
export function detailWithPlace({ detail, errors }: FaultInit): string | undefined {
  const [first] = errors ?? [];
  if (detail === undefined || first === undefined || first.path === '$' || !detail.endsWith(first.message))
    return detail;
  return `${detail.slice(0, detail.length - first.message.length)}${first.path}: ${first.message}`;
}

/** Messages about a response quote its values: only the kind of problem and its place stay. */
function withoutValues({ init }: Fault): Fault {
  const { cause, detail } = init;
  const kind =
    cause instanceof SoapstoneError && cause.cause instanceof SoapstoneError
      ? problemKind(cause.cause)
      : errorTable.UPSTREAM_BODY[2];
  const errors: FaultInit['errors'] = init.errors?.map(({ path, code }) => ({ path, code, message: kind }));
  return new Fault({ ...init, detail: withKind(cause, detail, kind), errors });
}

/** Only the message of an inner error quotes a value; the text around it does not. The suggestion is for operators, who have it in the log. */
function withKind(cause: unknown, detail: string | undefined, kind: string): string | undefined {
  if (!(cause instanceof SoapstoneError) || !(cause.cause instanceof SoapstoneError)) return detail;
  const { message } = cause.cause;
  if (!detail?.includes(message)) return kind;
  return withoutHint(detail, cause).replace(message, () => kind);
}

function withoutHint(detail: string, { suggestion }: SoapstoneError): string {
  const hint = `; ${suggestion}`;
  return detail.endsWith(hint) ? detail.slice(0, -hint.length) : detail;
}

/** What is wrong with a response, without its values. The title of BAD_BODY would blame the client. */
export function problemKind({ code, message, safeMessage }: SoapstoneError): string {
  if (safeMessage !== undefined) return safeMessage;
  // What is missing is named by the contract; other messages may quote values.
  return code === 'CODEC_MISSING' ? message : errorTable[code === 'BAD_BODY' ? 'UPSTREAM_BODY' : code][2];
}
