// The memory of exchanges by their connections and responses. Knows nothing about what is in them.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MemoryAccount, type MemoryReservation } from './memory-account.ts';
import type { MemoryBudget } from './memory-budget.ts';

const ACCOUNT = Symbol('memory account');
const RESERVATION = Symbol('memory reservation');

type Accounted = Socket & { [ACCOUNT]?: MemoryAccount };
type Reserved = ServerResponse & { [RESERVATION]?: MemoryReservation };

/** To be closed with the connection. `clientOf`: whose it is, unless a credential says it. */
export function openAccount(socket: Socket, budget: MemoryBudget, clientOf: (socket: Socket) => string): MemoryAccount {
  const account = new MemoryAccount(budget, () => clientOf(socket));
  (socket as Accounted)[ACCOUNT] = account;
  return account;
}

export function accountOf(socket: Socket): MemoryAccount | undefined {
  return (socket as Accounted)[ACCOUNT];
}

/** Made by the first bytes that are counted; undefined where nothing counts, or the client is gone. */
export function reservationOf(res: ServerResponse): MemoryReservation | undefined {
  const { [RESERVATION]: existing } = res as Reserved;
  if (existing !== undefined) return existing;
  const reservation = (res.req?.socket as Accounted | undefined)?.[ACCOUNT]?.reserve();
  if (reservation !== undefined) (res as Reserved)[RESERVATION] = reservation;
  return reservation;
}

/** The response has gone. */
export function releaseReservation(res: ServerResponse): void {
  (res as Reserved)[RESERVATION]?.release();
}
