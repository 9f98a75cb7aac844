// The REST side of a rule as written, for descriptions, with facts of the checker. Knows nothing about documents.
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Part } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { RestSide } from '../syntax/sides.ts';
import type { VariableType } from './variables.ts';

/** The REST side of a rule. */
export interface WrittenRest extends RestSide {
  /** By number of the variable: the contract lets it be absent. */
  readonly optional: { readonly request: readonly boolean[]; readonly response: readonly boolean[] };
  /** Which part of a job it is; `needsPrefer`: only `Prefer: respond-async` makes a job of the request; `sole`: its status leads to the result by itself. */
  readonly job?: {
    readonly part: 'submit' | 'status' | 'result';
    readonly needsPrefer: boolean;
    readonly sole: boolean;
  };
}

/** The REST side of a fault row. */
export interface WrittenProblem {
  readonly status: number;
  readonly code: readonly Part[];
  readonly title?: string;
  readonly headers: readonly HeaderRow[];
  readonly data?: Tree;
  /** The detail element that the row is about; undefined: any fault, or a response. */
  readonly element?: ElementDecl;
  /** Takes every fault with that element: it has no other condition. */
  readonly catchAll: boolean;
  /** undefined: the row binds no such variable. */
  typeOf(name: string): VariableType | undefined;
}
