// Times and sizes of the requests of one rule that ended in one class of status.
import { BYTES, SECONDS } from './buckets.ts';
import { Distribution } from './distribution.ts';

export class Measures {
  readonly seconds = new Distribution(SECONDS);
  readonly upstreamSeconds = new Distribution(SECONDS);
  readonly gatewaySeconds = new Distribution(SECONDS);
  readonly requestBytes = new Distribution(BYTES);
  readonly responseBytes = new Distribution(BYTES);
}
