// How long a bridge's store took for each kind of operation.
import { STORE_SECONDS } from './buckets.ts';
import { Distribution } from './distribution.ts';

export class StoreTimes {
  readonly operations = new Map<string, Distribution>();

  /** `operation`: one of the few that stores have. */
  add(operation: string, ms: number): void {
    let times = this.operations.get(operation);
    if (!times) this.operations.set(operation, (times = new Distribution(STORE_SECONDS)));
    times.observe(ms / 1000);
  }
}
