// What a new contract changes. Types alone.

/** `break`: a client, a service or a table may fail. `addition`: there is more. `note`: what should be known. */
export type Severity = 'break' | 'addition' | 'note';

export type Direction = 'request' | 'response' | 'fault';

/** Where a type is used. */
export interface Use {
  readonly operation: string;
  readonly direction: Direction;
  /** Only values whose `xsi:type` names a derived type have it there. */
  readonly derived?: true;
}

export interface Change {
  readonly severity: Severity;
  /** `GetAccount` for an operation, `Account.currency` for a member of a type. */
  readonly subject: string;
  readonly message: string;
  /** Operations that it concerns, and in which messages: one list for all changes of a type. */
  readonly uses: readonly Use[];
  /** Severities of a change of a type: one that a request breaks may be harmless in a response. */
  readonly sides?: Pick<TypeChange, 'request' | 'response'>;
}

/** Severities of a change, by where a type is used. */
export interface TypeChange {
  readonly subject: string;
  readonly message: string;
  readonly request: Severity;
  readonly response: Severity;
}

/** The worst one of some uses. */
export function severityIn({ severity, sides }: Change, uses: readonly Use[]): Severity {
  if (sides === undefined) return severity;
  const names = new Set(uses.map(({ direction }) => (direction === 'request' ? 'request' : 'response')));
  return worst([...names].map((side) => sides[side]));
}

const WEIGHTS: Readonly<Record<Severity, number>> = { note: 0, addition: 1, break: 2 };

export function worst(severities: readonly Severity[]): Severity {
  return severities.toSorted((a, b) => WEIGHTS[b] - WEIGHTS[a])[0] ?? 'note';
}
