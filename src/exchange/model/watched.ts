// A call whose end a filter hears of. An async function around it would cost each request two promises more.
import type { Exchange, Handler, Response } from '../../rule/exchange.ts';

/** `over`: called once, with what the call has thrown where it `failed`. */
type Over = (failed: boolean, error: unknown) => void;

/** Carries the exchange out by `next`; never throws. */
export function watched(next: Handler, exchange: Exchange, over: Over): Promise<Response> {
  return attempted(next, exchange).then(
    (response) => {
      over(false, undefined);
      return response;
    },
    (error: unknown) => {
      over(true, error);
      throw error;
    },
  );
}

/** The same without a listener: what `next` throws at once becomes a rejection too. */
export function attempted(next: Handler, exchange: Exchange): Promise<Response> {
  try {
    return next(exchange);
  } catch (error) {
    return Promise.reject(error);
  }
}
