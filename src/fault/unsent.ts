// A request of which nothing is left to send. Its response is known without a call.
import { SoapstoneError } from '../errors/errors.ts';
import type { Json } from '../json/value.ts';

export class Unsent extends SoapstoneError {
  /** Request and response, by the numbers of the rule's variables. */
  readonly bindings: (Json | undefined)[];

  /** `first`: why it is not sent. */
  constructor(first: SoapstoneError, bindings: (Json | undefined)[]) {
    super(first.code, first.message, { ...first, cause: first });
    this.bindings = bindings;
  }
}
