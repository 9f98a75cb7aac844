// Long work in steps: done at once, or in slices of time with room for everything else of the process between them. Knows nothing about the work.

/** Yields where it may be interrupted: after some tens of microseconds to some milliseconds. */
export type Steps<T> = Asking<T, never, unknown>;

/** Steps that also ask for what they do not have, and go on when they get it: the same code gets it at once or in time. */
export type Asking<T, Question, Answer> = Generator<Question | undefined, T, Answer | undefined>;

/** ms that long work may delay the event loop, beside its longest step. */
const SLICE_MS = 8;

export function atOnce<T, Q = never, A = unknown>(steps: Asking<T, Q, A>, answer?: (question: Q) => A): T {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value === undefined ? undefined : answer?.(step.value));
  return step.value;
}

export async function inSlices<T, Q = never, A = unknown>(
  steps: Asking<T, Q, A>,
  answer?: (question: Q) => A | Promise<A>,
): Promise<T> {
  let end = performance.now() + SLICE_MS;
  let step = steps.next();
  while (!step.done) {
    if (performance.now() >= end) {
      await new Promise(setImmediate);
      end = performance.now() + SLICE_MS;
    }
    step = steps.next(step.value === undefined ? undefined : await answer?.(step.value));
  }
  return step.value;
}

/** `items.map(make)`. */
export function* mapped<A, B>(items: Iterable<A>, make: (item: A) => B): Steps<B[]> {
  const results: B[] = [];
  yield* each(items, (item) => results.push(make(item)));
  return results;
}

export function* each<A>(items: Iterable<A>, act: (item: A) => unknown): Steps<void> {
  for (const item of items) {
    act(item);
    yield;
  }
}
