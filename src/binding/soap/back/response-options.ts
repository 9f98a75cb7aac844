// The options of a reader of responses.

import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import type { AcceptedDeviations } from '../../../codec/model/deviation.ts';
import type { Schemas } from '../../../contract/model/model.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import type { FaultMessages } from './request-headers.ts';

/** How the responses of one service are read. */
export interface ResponseOptions {
  readonly dialect: Dialect;
  /** Tells the declared elements of a fault's detail from others. */
  readonly schemas: Schemas;
  readonly faults: FaultMessages;
  /** Most bytes of a response that is not streamed, as sent and as inflated. */
  readonly maxBytes: number;
  readonly limits: Limits;
  readonly lenient: boolean;
  readonly deviations: AcceptedDeviations;
}
