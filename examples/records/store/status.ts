// How an operation says what became of one record: `status` with `statusDetail`. Knows nothing about records.
import type { Doc } from './values.ts';

/** Codes of StatusDetailCodeType that this service uses. */
export type StatusCode =
  | 'RCRD_DSNT_EXIST'
  | 'RCRD_TYPE_REQD'
  | 'INVALID_RCRD_TYPE'
  | 'INVALID_KEY_OR_REF'
  | 'INVALID_ID'
  | 'INVALID_FLD_VALUE'
  | 'INVALID_FLD_TYP'
  | 'INVALID_OPERATION'
  | 'MISSING_REQD_FLD'
  | 'FIELD_NOT_SETTABLE_ON_ADD'
  | 'DUP_ITEM'
  | 'DUP_RCRD'
  | 'DUP_NAME'
  | 'UNIQUE_CUST_ID_REQD'
  | 'EXTERNALID_REQD'
  | 'EXTERNALID_NOT_SUPPORTED'
  | 'INSUFFICIENT_PERMISSION'
  | 'USER_ERROR'
  | 'WARNING'
  | 'UNEXPECTED_ERROR'
  | 'INVALID_SEARCH_OPERATOR'
  | 'INVALID_SEARCH_FIELD_NAME'
  | 'INVALID_SEARCH_VALUE'
  | 'INVALID_SEARCH_PAGE_SIZE'
  | 'INVALID_SEARCH_PAGE_INDEX'
  | 'INVALID_SEARCH_MORE'
  | 'INVALID_JOB_ID'
  | 'INVALID_INITIALIZE_REF'
  | 'INVALID_INITIALIZE_ARG'
  | 'TRAN_PRD_CLOSED'
  | 'INVALID_SUBLIST_DESC';

/** One record cannot be dealt with; others of the same request can. */
export class Refusal extends Error {
  readonly code: StatusCode;

  constructor(code: StatusCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

export function succeeded(warnings: readonly string[] = []): Doc {
  if (warnings.length === 0) return { '@isSuccess': true };
  return { '@isSuccess': true, statusDetail: warnings.map((message) => detail('WARN', 'WARNING', message)) };
}

export function refused({ code, message }: Refusal): Doc {
  return { '@isSuccess': false, statusDetail: [detail('ERROR', code, message)] };
}

function detail(type: string, code: StatusCode, message: string): Doc {
  return { '@type': type, code, message };
}

/** What `act` says, or a status that says why it does not. Errors that are no Refusal are mistakes of ours and go on. */
export function statusOf<T extends Doc>(act: () => T): T | { readonly status: Doc } {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return { status: refused(error) };
    throw error;
  }
}
