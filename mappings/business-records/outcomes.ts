// What came of each record of a bulk form: its status, and every detail of it.

/** As the contract has it, with the names that REST clients see. */
interface StatusDetail {
  readonly '@type'?: string;
  readonly code?: string;
  readonly message?: string;
}

interface WriteResponse {
  readonly status: { readonly '@isSuccess': boolean; readonly statusDetail?: readonly StatusDetail[] };
  readonly baseRef?: Reference & { readonly $type?: string };
}

/** Of the record; `scriptId` is that of a type of custom records. */
interface Reference {
  readonly type?: string;
  readonly scriptId?: string;
  readonly id?: string;
  readonly externalId?: string;
}

/** What the contract has no form for: an item of a request, or a member of one. `path`: in the item. */
export interface Misfit {
  readonly index: number;
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorDetail {
  readonly detail?: string;
  readonly 'o:errorCode'?: string;
  readonly 'o:errorPath'?: string;
}

export interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly 'o:errorDetails'?: readonly ErrorDetail[];
  readonly warnings?: readonly ErrorDetail[];
}

export interface Outcome extends Problem, Reference {
  readonly status: number;
}

const TEXT = { type: 'string' };
const ERROR_DETAILS = { type: 'array', items: { type: 'object', properties: { detail: TEXT, 'o:errorCode': TEXT, 'o:errorPath': TEXT } } };
export const STATUS_SCHEMA = { type: 'integer', description: 'What the record would have had by itself.' };
const PROBLEM = { code: TEXT, detail: TEXT, 'o:errorDetails': ERROR_DETAILS, warnings: ERROR_DETAILS };
export const PROBLEM_SCHEMA = { type: 'object', properties: PROBLEM };
export const OUTCOMES_SCHEMA = {
  type: 'array',
  items: { type: 'object', required: ['status'], properties: { status: STATUS_SCHEMA, type: TEXT, scriptId: TEXT, id: TEXT, externalId: TEXT, ...PROBLEM } },
};

const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/^NONEXISTENT_ID$|^DELETED_RECORD$|^RECORD_NOT_FOUND$|^NOT_FOUND$|^INVALID_ID$/, 404],
  [/^DUPLICATE_|^RECORD_CHANGED$/, 409],
  [/^INSUFFICIENT_/, 403],
  [/^UNEXPECTED_ERROR$/, 500],
];
/** Of a misfit, as it would be by itself. */
const UNPROCESSABLE = 422;

export type Details = readonly StatusDetail[] | undefined;

const isWarning = (one: StatusDetail): boolean => one['@type'] === 'WARN' || one['@type'] === 'INFO';
const shown = ({ code, message }: StatusDetail): ErrorDetail => ({ detail: message, 'o:errorCode': code });

const failuresIn = (details: Details): readonly StatusDetail[] => (details ?? []).filter((one) => !isWarning(one));

/** What the details say, beside the status itself. */
export function problemIn(details: Details): Problem {
  const failures = failuresIn(details);
  const warnings = (details ?? []).filter(isWarning);
  return {
    ...(failures.length > 0 && { code: failures[0].code, detail: failures[0].message, 'o:errorDetails': failures.map(shown) }),
    ...(warnings.length > 0 && { warnings: warnings.map(shown) }),
  };
}

/** The status that one record of several would have had by itself. `success`: without a failure. */
export function statusOfOne(ok: unknown, details: Details, success: number): number {
  if (ok !== false) return success;
  const code = String(failuresIn(details)[0]?.code);
  return STATUSES.find(([name]) => name.test(code))?.[1] ?? 400;
}

/** Misfits at their places among what the service says of the others. `omitted`: members, which are warnings of their items. */
export function outcomesWith(responses: readonly WriteResponse[], misfits: readonly Misfit[], omitted: readonly Misfit[]): Outcome[] {
  const all = responses.map(outcomeOf);
  for (const misfit of misfits) all.splice(misfit.index, 0, outcomeOfMisfit(misfit));
  return all.map((outcome, item) => withWarnings(outcome, omitted.filter(({ index }) => index === item).map(detailOf)));
}

function withWarnings(outcome: Outcome, added: readonly ErrorDetail[]): Outcome {
  return added.length === 0 ? outcome : { ...outcome, warnings: [...added, ...(outcome.warnings ?? [])] };
}

function outcomeOf({ status: { '@isSuccess': ok, statusDetail }, baseRef }: WriteResponse): Outcome {
  return { status: statusOfOne(ok, statusDetail, 204), ...referenceIn(baseRef), ...problemIn(statusDetail) };
}

/** Members without a value are left out. */
function referenceIn({ type, scriptId, id, externalId }: Reference = {}): Reference {
  const members = Object.entries({ type, scriptId, id, externalId });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function outcomeOfMisfit(misfit: Misfit): Outcome {
  const { path, code, message } = misfit;
  return { status: UNPROCESSABLE, code, detail: `${path}: ${message}`, 'o:errorDetails': [detailOf(misfit)] };
}

function detailOf({ path, code, message }: Misfit): ErrorDetail {
  return { detail: message, 'o:errorCode': code, 'o:errorPath': path };
}

/** The other way round, of a REST service: without details, its code is one. */
export function responseOf({ status, type, scriptId, id, externalId, code, detail, 'o:errorDetails': errors, warnings }: Outcome): WriteResponse {
  const ok = status < 400;
  const statusDetail = detailsOf({ code, detail, 'o:errorDetails': errors, warnings }, ok);
  return {
    status: { '@isSuccess': ok, ...(statusDetail.length > 0 && { statusDetail }) },
    ...((id ?? externalId) !== undefined && {
      baseRef: { $type: scriptId === undefined ? 'recordRef' : 'customRecordRef', ...referenceIn({ type, scriptId, id, externalId }) },
    }),
  };
}

/** `ok`: the record has no failure, so that all it may say are warnings. */
export function detailsOf({ code, detail, 'o:errorDetails': errors, warnings = [] }: Problem, ok: boolean): StatusDetail[] {
  const failures = ok ? [] : (errors ?? [{ detail, 'o:errorCode': code }]);
  const ofType = (type: string) => (one: ErrorDetail) => ({ '@type': type, code: codeOf(one), message: messageOf(one) });
  return [...failures.map(ofType('ERROR')), ...warnings.map(ofType('WARN'))];
}

/** Of a misfit the code is the gateway's, which the contract does not have. */
function codeOf({ 'o:errorCode': code }: ErrorDetail): string | undefined {
  return /^CODEC_|^BAD_BODY$|^JSON_DUPLICATE_KEY$/.test(code ?? '') ? 'USER_ERROR' : code;
}

function messageOf({ detail, 'o:errorPath': path }: ErrorDetail): string | undefined {
  return path === undefined ? detail : `${path}: ${detail}`;
}
