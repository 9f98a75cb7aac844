// One way to write the rule of an operation.
import type { Method } from '../inference/verbs.ts';
import type { ListedOperation } from '../operations/operations.ts';

export interface Route {
  readonly method: Method;
  /** Below the base path; begins with a slash. */
  readonly path: string;
  /** Names of placeholders. */
  readonly query: readonly string[];
  readonly status?: number;
  readonly style: RouteStyle;
  /** Words of the resource: rules with the same ones stand together. */
  readonly group: string;
  /** The first one of the path below its port. */
  readonly segment: string;
  /** Another operation has a better right to the path: the higher, the more others. */
  readonly weakness?: number;
  readonly reason: string;
  /** The last placeholder is a value of an object beside other inputs: only a long row finds it. */
  readonly heldId?: HeldId;
}

export interface HeldId {
  /** Names of members in JSON: of the object, and of the id inside. */
  readonly object: string;
  readonly id: string;
}

/** An operation, and the route of its rule. */
export interface ChosenRoute {
  readonly listed: ListedOperation;
  /** Absent where no short rule can have the operation. */
  readonly route?: Route;
}

/** `resource`: the path has nouns alone, and the method says what is done; `action`: a verb below a resource; `name`: the name of the operation. */
export type RouteStyle = 'resource' | 'action' | 'name';

/** Before it stands below its port. */
export type NewRoute = Omit<Route, 'segment'>;

/** The line of a short row that holds the place of a long one: `/configurations/token`. */
export function heldPlace({ path, heldId }: Pick<Route, 'path' | 'heldId'>): string {
  return heldId ? path.replace(/\{(\w+)\}$/, '$1') : path;
}
