// Jobs that the service names answer only to the client that they were named to. Knows nothing about how jobs are carried out.
import { SoapstoneError } from '../../errors.ts';
import { asSaid } from '../../fault/as-said.ts';
import { toFault } from '../../fault/fault.ts';
import { scalarText } from '../../json/walk.ts';
import type { JobPart } from '../../mapping/rule.ts';
import type { Store } from '../../store/store.ts';
import type { Exchange, Filter, Handler, Reply } from '../exchange.ts';
import { Keeper } from '../flows/keeper.ts';

export interface JobOwnerOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
}

/** ms from the last question for a job until it is nobody's any more. */
const KEPT = 7 * 24 * 3_600_000;
const KIND = 'job-of';

/** For clients whose credential was checked: of others nobody knows whether they are the same. */
export function jobOwners({ store, space }: JobOwnerOptions): Filter {
  return (next) => (exchange) => {
    const { job } = exchange.rule;
    if (job === undefined || exchange.caller === undefined) return next(exchange);
    const keeper = new Keeper(store, space, exchange.caller.key);
    return job.part === 'submit' ? submitted(job, exchange, keeper, next) : asked(job, exchange, keeper, next);
  };
}

/** A store that is away is found out before anything is sent. */
async function submitted(job: JobPart, exchange: Exchange, keeper: Keeper, next: Handler): Promise<Reply> {
  await keeper.bytes(KIND, [job.row]);
  const reply = await next(exchange);
  await keeper.set(KIND, partsOf(job, reply.bindings), 1, KEPT);
  return reply;
}

async function asked(job: JobPart, exchange: Exchange, keeper: Keeper, next: Handler): Promise<Reply> {
  const parts = partsOf(job, exchange.bindings);
  if ((await keeper.bytes(KIND, parts)) === undefined)
    throw asSaid(toFault(new SoapstoneError('JOB_LOST', 'this job is not known, or not any more')));
  const reply = await next(exchange);
  await keeper.set(KIND, parts, 1, KEPT);
  return reply;
}

function partsOf({ row, name }: JobPart, bindings: Exchange['bindings']): (string | null)[] {
  return [row, ...name.map((variable) => (bindings[variable] && scalarText(bindings[variable])) ?? null)];
}
