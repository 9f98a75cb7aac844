// The filters of a bridge around somebody who plays the back: how cases of several calls are run.

import { randomUUID } from 'node:crypto';
import { createPipeline } from '../exchange/pipeline.ts';
import type { Carry } from '../mapping/cases/run-flow-cases.ts';
import type { Rule } from '../rule/rule.ts';
import { memoryStore } from '../store/memory.ts';

const BYTES = 1024 * 1024;
const MINUTE = 60_000;
/** Cursors of ours are known beforehand. */
const freshId = () => '00000000-0000-4000-8000-000000000000';

/** With one store for all that is carried. */
export function createCarry(): Carry {
  const store = memoryStore({ bytes: BYTES });
  return async (present, rule, bindings, back) => {
    const pipeline = createPipeline({
      back: async ({ rule, bindings, deferred = false }) => ({ ...back(rule, bindings, deferred), streamed: false }),
      timeout: MINUTE,
      store,
      present,
      freshId,
    });
    return pipeline.handle(pipeline.open({ id: 'case', rule, bindings, key: keyOf(rule) }));
  };
}

/** Cases say nothing about keys: each has one of its own where the rule demands it. */
function keyOf({ idempotency }: Rule): string | undefined {
  return idempotency?.required ? randomUUID() : undefined;
}
