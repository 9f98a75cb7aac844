// Waits for the ends of responses. Knows nothing about their protocol.

interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Each reload waits for all of them, and a long response outlives many. */
const closes = new WeakMap<Closing, Promise<void>>();

/** Resolves when each has been sent, or its client is gone. */
export async function settledResponses(responses: readonly Closing[]): Promise<void> {
  await Promise.all(responses.filter(({ closed }) => !closed).map(closeOf));
}

function closeOf(response: Closing): Promise<void> {
  let close = closes.get(response);
  if (close === undefined) closes.set(response, (close = new Promise((over) => response.once('close', () => over()))));
  return close;
}
