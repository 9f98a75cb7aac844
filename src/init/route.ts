// One way to write the rule of an operation.
import type { Method } from './inference.ts';

export interface Route {
  readonly method: Method;
  /** Below the base path; begins with a slash. */
  readonly path: string;
  /** Names of placeholders. */
  readonly query: readonly string[];
  readonly status?: number;
  /** Resource-style, not the name of the operation. */
  readonly isResource: boolean;
  /** Words of the resource: rules with the same ones stand together. */
  readonly group: string;
  /** The first one of the path below its port. */
  readonly segment: string;
  /** Another operation has a better right to the path: the higher, the more others. */
  readonly weakness?: number;
  readonly reason: string;
}

/** Before it stands below its port. */
export type NewRoute = Omit<Route, 'segment'>;
