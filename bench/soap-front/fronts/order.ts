// The order from the REST back end, by undici with connections that are kept.
import { Pool } from 'undici';

export type Order = (id: string) => Promise<object>;

export function orders(upstream: string): Order {
  const pool = new Pool(upstream, { connections: 64 });
  return async (id) => {
    const { body } = await pool.request({ method: 'GET', path: `/attributes/orders/${encodeURIComponent(id)}` });
    return (await body.json()) as object;
  };
}
