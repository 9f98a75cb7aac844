// What the page and the server of the workbench say to each other. Types alone.

/** The value of a variable in a text: a range of characters, and the number of the variable in its rule. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly variable: number;
}

export type Side = 'rest' | 'soap';

/** One message as text. */
export interface ShownMessage {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Why there is no such message, in words. */
  readonly problem?: string;
}

export type Pair = Readonly<Record<Side, ShownMessage>>;

export interface ShownVariable {
  readonly name: string;
  /** As JSON; absent where the exchange binds none. */
  readonly value?: string;
}

/** A call to the service, of a rule that makes several. */
export interface ShownCall {
  readonly title: string;
  readonly request: string;
  readonly response: string;
}

export interface Translation {
  /** The rule that takes the request. */
  readonly rule?: { readonly id: string; readonly file: string; readonly line: number; readonly calls: string };
  /** What the client gets where no rule takes the request, and why. */
  readonly refusal?: {
    readonly head: string;
    readonly reasons: readonly string[];
    /** Rules have the path and the method. */
    readonly isOfRules: boolean;
  };
  /** Rules that do not take it, with the reasons. */
  readonly misses: readonly string[];
  readonly variables: readonly ShownVariable[];
  /** Of rules that make several calls. */
  readonly calls: readonly ShownCall[];
  readonly request: Pair;
  readonly response: Pair;
  /** Sides that the messages were read from. */
  readonly source: { readonly request: Side; readonly response: Side };
}

export interface TranslateRequest {
  /** In place of a request: the sample request of this rule. */
  readonly rule?: string;
  readonly request?: { readonly side: Side; readonly text: string };
  /** In place of the sample response; counts only for the rule that it was written for. */
  readonly response?: { readonly side: Side; readonly text: string; readonly rule: string };
}

export interface Problem {
  readonly level: 'error' | 'note';
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

export interface ListedRule {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  /** In the table; of several rules that one row makes, the same. */
  readonly line: number;
  readonly only?: string;
}

/** The table at one moment. */
export interface TableState {
  /** Counts loads of the table. */
  readonly revision: number;
  readonly folder: string;
  /** What the rules are made of. With problems it is older than the text. */
  readonly rules: readonly ListedRule[];
  readonly table?: { readonly file: string; readonly text: string };
  /** Problems come with a load, notes soon after it. */
  readonly problems: readonly Problem[];
  /** Rules are those of the last table without problems. */
  readonly stale: boolean;
  /** Whose exchanges the page has: its own, those that the gateway captures, or none since it captures nothing. */
  readonly wire: 'sent' | 'captured' | 'off';
  /** URL of the service that requests can be sent to. */
  readonly upstream?: string;
  /** Cases can be recorded and requests sent. */
  readonly writable: boolean;
  /** How to make it writable, where it is not. */
  readonly hint?: string;
}

export interface ListedOperation {
  readonly name: string;
  readonly port: string;
  /** Ids of the rules that call it. */
  readonly rules: readonly string[];
  /** Lines such as `request GetAccount { id, currency? }`. */
  readonly messages: readonly string[];
}

export interface ListedCase {
  /** Place in its file: names may repeat. */
  readonly key: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly rule?: string;
}

export interface CaseResult {
  readonly key: string;
  readonly passed: boolean;
  readonly steps: number;
  /** The rule that took it. */
  readonly rule?: string;
  readonly problems: readonly string[];
}

export interface RecordRequest {
  /** Name of a file in the folder of cases. */
  readonly file: string;
  readonly name: string;
  readonly request: { readonly side: Side; readonly text: string };
  readonly response: { readonly side: Side; readonly text: string };
  /** The file may be there: the case goes to its end. */
  readonly append?: boolean;
}

export interface Recorded {
  readonly file: string;
  readonly note?: string;
}

/** A message on the wire, secrets masked. */
export interface WireMessage {
  readonly line: string;
  readonly text: string;
}

export interface WireExchange {
  /** Ids of requests are the client's to choose. */
  readonly key: string;
  /** File of the case that was recorded of it. */
  readonly recorded?: string;
  readonly time: string;
  readonly ms: number;
  readonly rule?: string;
  /** What it was sent without. */
  readonly note?: string;
  readonly client: { readonly request: WireMessage; readonly response?: WireMessage };
  readonly calls: readonly {
    readonly request: WireMessage;
    readonly response?: WireMessage;
    readonly error?: string;
  }[];
}

/** Of every failure. */
export interface ApiProblem {
  readonly error: string;
  readonly code?: 'exists' | 'token' | 'refused';
}
