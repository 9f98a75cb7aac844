// One way in which callers show who they are.
import type { Caller } from '../../binding/binding.ts';
import type { Asked } from '../../binding/gate.ts';
import type { Fault } from '../../fault/fault.ts';

/** `refused`: there is a credential, and it is not good. Which part of it is nobody's business. */
export type Verdict = Caller | 'refused';

export interface FrontKind {
  /** For WWW-Authenticate (RFC 9110 §11.6.1); absent where HTTP has no say in it. */
  readonly challenge?: string;
  /** Clark names of the SOAP header blocks that are looked into. */
  readonly blocks?: readonly string[];
  /** Name of the query parameter that is looked at. */
  readonly query?: string;
  /** The fault for SOAP callers, where the protocol has one for this. */
  readonly fault?: Fault;
  /** undefined: the request says nothing of this kind. */
  judge(asked: Asked): Verdict | undefined | Promise<Verdict | undefined>;
}
