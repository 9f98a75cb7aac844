// What a rule says about several calls for one; `exchange/filters/flows` carries it out. `R`: the rules themselves. Variables go by number,
// and are the same in all parts of `pages` and `calls`.
import type { Fault } from '../fault/fault.ts';
import type { Json } from '../json/value.ts';

export type Flow<R> =
  | PagesFlow<R>
  | ResultFlow<R>
  | CallsFlow<R>
  | EachFlow<R>
  | AnswerFlow
  | RefuseFlow
  | JobsFlow<R>
  | KeepFlow<R>
  | SessionFlow;

/** No call: the gateway answers by itself. */
export interface AnswerFlow {
  readonly kind: 'answer';
}

/** No call either: the service cannot do it. It fails as if the service had said so. */
export interface RefuseFlow {
  readonly kind: 'refuse';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** No call: a session of the gateway, begun or ended. */
export interface SessionFlow {
  readonly kind: 'session';
  /** Field of a credential → variable of the request; absent: the session ends. */
  readonly begin?: readonly (readonly [string, number])[];
  /** Field of the client → variable of the response. */
  readonly callerFields: readonly (readonly [string, number])[];
}

/** Two requests of SOAP clients, tied by a token of the gateway. */
export interface KeepFlow<R> {
  readonly kind: 'keep';
  readonly phase: 'keep' | 'resume';
  readonly plan: KeepPlan<R>;
  readonly kin: ContinuationGroup<R>;
}

export interface KeepPlan<R> {
  /** Of the rule of the first request. */
  readonly id: string;
  readonly token: number;
  /** Variables that the second request does not bind itself. */
  readonly storedVariables: readonly number[];
  /** ms */
  readonly ttl: number;
  /** Takes requests without a token that is known. */
  readonly otherwise: Pick<InternalRequest<R>, 'route'>;
}

/** A request to the rules of the table itself. */
export interface InternalRequest<R> {
  /** Compiles the rules that may take it ahead of `route`, in slices. undefined: they are compiled. */
  prepare?(): Promise<void> | undefined;
  /** Throws BAD_BODY where no rule takes the request, CODEC_* for values that do not fit the contract. */
  route(bindings: Bindings): { readonly rule: R; readonly bindings: Bindings };
  /** The response of `rule`, as variables of the flow. Throws UPSTREAM_BODY where it is another response. `lenient`: of an exchange. */
  answered(rule: R, response: Bindings, bindings: Bindings, lenient?: boolean): Bindings;
  /** The same for a fault that is a response in the fault rows of `rule`; undefined: it is none. `ofItem`: of one item of a list. */
  failed(rule: R, fault: Fault, bindings: Bindings, ofItem?: boolean): Bindings | undefined;
}

type Bindings = (Json | undefined)[];

/** A window of limit and offset on one side, pages with a cursor or a number on the other. */
export interface PagesFlow<R> {
  readonly kind: 'pages';
  /** Which of the two operations the rule is. */
  readonly phase: 'first' | 'next';
  readonly plan: PagesPlan<R>;
  readonly kin: ContinuationGroup<R>;
}

/** Rules with the same SOAP request (`searchMore` of every search). The stored cursor selects the rule. */
export interface ContinuationGroup<R> {
  /** By the id of the rule that they continue. */
  readonly rules: Map<string, R>;
  /** Takes requests that continue no stored search. */
  otherwise?: Pick<InternalRequest<R>, 'route'>;
}

/** A job of SOAP clients, whose name and state the gateway keeps. */
export type JobsFlow<R> = JobSubmitFlow<R> | JobStatusFlow<R> | JobResultFlow<R>;

interface JobSubmitFlow<R> {
  readonly kind: 'jobs';
  readonly phase: 'submit';
  readonly plan: JobsPlan<R>;
}

interface JobLookup<R> {
  readonly kind: 'jobs';
  /** Variable of the job's name. */
  readonly job: number;
  /** The rule of each result, by the id of the row. */
  readonly results: ReadonlyMap<string, R>;
  readonly kin: ContinuationGroup<R>;
}

/** One rule for the state of all jobs. */
export interface JobStatusFlow<R> extends JobLookup<R> {
  readonly phase: 'status';
  /** Variables of the response. */
  readonly state: number;
  readonly percent?: number;
  /** The state where all went well, and where something has failed. */
  readonly doneStates: readonly [string, string];
}

export interface JobResultFlow<R> extends JobLookup<R> {
  readonly phase: 'result';
  readonly plan: JobsPlan<R>;
}

export interface JobsPlan<R> {
  /** Of the row. */
  readonly id: string;
  /** The gateway's name of the job, among the variables of the submission. */
  readonly job: number;
  /** ms */
  readonly keep: number;
  readonly upstreamJob: JobBehind<R>;
  /** What is asked: one request of the rule itself, or requests to the rules of the table. */
  readonly work: OneRequest<R> | KeptRequests<R>;
}

/** The job form of a rule with both sides. */
export interface OneRequest<R> {
  readonly kind: 'one';
  /** The submission, and in place of its response that of the result: the variables of the result, then those of the submission. */
  readonly atOnce: R;
  readonly result: R;
  /** Another rule that takes the request of the rule itself, and must have the whole; undefined: none does. */
  otherwise(bindings: Bindings): Pick<InternalRequest<R>, 'route'> | undefined;
}

/** A request for each item of a list, or one. Variables are those of submission and result. */
export interface KeptRequests<R> {
  readonly kind: 'kept';
  readonly inner: InternalRequest<R>;
  /** Whose rows make responses of faults of single items. */
  readonly single: R;
  /** Absent where the job is one request. */
  readonly list?: { readonly over: number; readonly as: number; readonly into: number };
  /** Asks for further pages of the result; they are counted from 1. */
  readonly pages?: {
    readonly index: number;
    readonly inner: InternalRequest<R>;
    /** Variables of responses that the request for a page does not have. */
    readonly brought: ReadonlySet<number>;
  };
  /** Members of one result → variables. */
  readonly results: readonly (readonly [string, number])[];
  /** States of a job of which no item, or some, have an answer. */
  readonly waiting: string;
  readonly running: string;
  readonly parallel: number;
  readonly maxItems: number;
  /** By its id, the rule that took an item when the job was submitted. */
  ruleOf(id: string): R | undefined;
}

/** A job of the REST service. */
export interface JobBehind<R> {
  readonly status: R;
  /** Requested when the job is over, with values of the status: it names the result. */
  readonly task?: R;
  readonly state: number;
  readonly states: JobStates;
  /** The bindings of a path of a status resource; undefined: it is another path. */
  located(path: string): Bindings | undefined;
  /** Bindings of the status → those of `task`. */
  taskOf(status: Bindings): Bindings;
  /** The result of a job as the response that `rule` waits for; its bindings are those of the rule, of the status, and of the task. */
  resultOf(rule: R): R;
}

/** A call for each item of a list or of a page. */
export interface ItemCalls<R> {
  readonly single: R;
  /** The variable of one item; where there is none, `fields` are its members. */
  readonly as?: number;
  readonly fields: readonly (readonly [string, number])[];
  readonly parallel: number;
}

/** Calls for items of a collection that says less of them than SOAP clients want. */
export interface CompletePlan<R> extends ItemCalls<R> {
  /** Members that the call adds → variables of its response. */
  readonly added: readonly (readonly [string, number])[];
  /** All members of an item. */
  readonly members: readonly string[];
}

/** Variables of a window of a list. */
export interface WindowRoles {
  readonly items: number;
  readonly limit: number;
  readonly offset: number;
  readonly total?: number;
  readonly count?: number;
  readonly more?: number;
  /** Of the page that a job's result is: its number from 1, and its size. The window is cut out of such pages. */
  readonly page?: number;
  readonly size?: number;
  /** Links to this window and to others: `{ rel, href }`, RFC 8288. */
  readonly links?: number;
  /** `{$next}` and `{$previous}`. */
  readonly nextLink?: number;
  readonly previousLink?: number;
}

export interface PagesPlan<R> extends WindowRoles {
  /** As the gateway calls it. */
  readonly first: R;
  /** The same as `first` where one operation gives every page by its number. */
  readonly next: R;
  /** Of the REST request: which search a link goes on with. */
  readonly token?: number;
  /** Size of page to ask for. */
  readonly size?: number;
  readonly index?: number;
  /** The service takes the offset itself. */
  readonly byOffset: boolean;
  /** In responses. */
  readonly cursor?: number;
  /** The contract wants one in every response, also in the last. */
  readonly cursorNeeded: boolean;
  /** In the request of `next`. */
  readonly requestCursor?: number;
  readonly totalPages?: number;
  /** The service has no pages: its response is the whole list. */
  readonly unpaged: boolean;
  /** Items on a page of the service, where it says so. */
  readonly fixed?: number;
  /** Number of the first page. */
  readonly from: number;
  /** Page size of SOAP clients who ask for none; without it, the largest. */
  readonly defaultSize?: number;
  readonly smallest: number;
  readonly largest: number;
  readonly maxLimit: number;
  /** How long a cursor is kept. ms */
  readonly keep: number;
  /** The variables of the request that make it the same search. */
  readonly query: readonly number[];
  readonly complete?: CompletePlan<R>;
  readonly several?: SeveralPlan<R>;
}

export interface SeveralPlan<R> {
  /** The variable of the query, which may be several searches. */
  readonly of: number;
  /** Its place in the request: `?q`. */
  readonly queryPath?: string;
  /** The member that identifies an item in all searches. */
  readonly by: string;
  readonly itemFilter?: WherePlan<R>;
}

/** Searches that filter their items by a condition. */
export interface WherePlan<R> {
  /** Most items that are read for one request. */
  readonly maxItems: number;
  fits(item: Json, condition: Json): boolean;
  /** Other rules for such a search, with the variables of the condition and of the items. */
  readonly searchCalls?: { readonly first: R; readonly next: R; readonly condition?: number; readonly items: number };
}

/** The result of a job: not before it is done. */
export interface ResultFlow<R> {
  readonly kind: 'result';
  readonly status: R;
  /** Number in the result rule → number in the status rule. */
  readonly carried: readonly (readonly [number, number])[];
  /** Variables of the status rule. */
  readonly state: number;
  readonly reason?: number;
  readonly states: JobStates;
  /** Variables of the result, which is a window of what `of` asks for. */
  readonly pages?: { readonly roles: WindowRoles; readonly of: R };
}

export interface JobStates {
  readonly doneStates: readonly string[];
  readonly failedStates: readonly string[];
  /** s, for Retry-After */
  readonly retry: number;
}

/** Calls in order; each may use variables that earlier responses have bound. */
export interface CallsFlow<R> {
  readonly kind: 'calls';
  /** Where they are made. Clients of this side get the rule's own call alone. */
  readonly side: 'rest' | 'soap';
  /** The rule's own call is the last. */
  readonly parts: readonly CallPart<R>[];
  /** Results of `each` in the response. */
  readonly results?: ResultsUse;
}

export interface CallPart<R> {
  readonly rule: R;
  /** It is made only where this variable has a value. */
  readonly when?: number;
  /** It is made for each item of a list. */
  readonly each?: ItemResults<R>;
  /** Results of an earlier `each` in its request. */
  readonly results?: ResultsUse;
}

/** A pattern that names some members of the results of `each`, and can take no others. */
export interface ResultsUse {
  readonly variable: number;
  readonly members: ReadonlySet<string>;
  /** Nothing in it says that a call has failed. */
  readonly needsAll: boolean;
}

/** One call for each item of a list. */
export interface EachFlow<R> extends ItemResults<R> {
  readonly kind: 'each';
  /** The calls go to rules of this table, not to the service. */
  readonly inner?: InternalRequest<R>;
}

/** Calls whose results are a list. */
export interface ItemResults<R> extends ItemCalls<R> {
  readonly over: number;
  /** A response has brought the list; else it is of the request. */
  readonly brought?: boolean;
  readonly into: number;
  /** Members of one result → variables of the call. */
  readonly results: readonly (readonly [string, number])[];
  /** Members that say how the call went: those of `ok`, `status`, `code`, `detail` that are asked for. */
  readonly outcome: ReadonlySet<string>;
  readonly maxItems: number;
}
