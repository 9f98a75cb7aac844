// Finds the memory account and the reservation of a response. Knows nothing about their content.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MemoryAccount, type MemoryReservation } from './memory-account.ts';
import type { MemoryBudget } from './memory-budget.ts';

const ACCOUNT = Symbol('memory account');
const RESERVATION = Symbol('memory reservation');

type Accounted = Socket & { [ACCOUNT]?: MemoryAccount };
type Reserved = ServerResponse & { [ACCOUNT]?: MemoryAccount; [RESERVATION]?: MemoryReservation };

/** Close it with the connection. `clientOf`: its client, unless a credential names one. */
export function openAccount(socket: Socket, budget: MemoryBudget, clientOf: (socket: Socket) => string): MemoryAccount {
  const account = new MemoryAccount(budget, () => clientOf(socket));
  (socket as Accounted)[ACCOUNT] = account;
  return account;
}

/** Counts one response in an account: several gateways in an app may share its connection. */
export function assignAccount(res: ServerResponse, account: MemoryAccount): void {
  (res as Reserved)[ACCOUNT] = account;
}

export function accountOf(socket: Socket): MemoryAccount | undefined {
  return (socket as Accounted)[ACCOUNT];
}

/** Made when the first bytes are counted; undefined where memory is not counted, or the client has disconnected. */
export function reservationOf(res: ServerResponse): MemoryReservation | undefined {
  const { [RESERVATION]: existing } = res as Reserved;
  if (existing !== undefined) return existing;
  const account = (res as Reserved)[ACCOUNT] ?? (res.req?.socket as Accounted | undefined)?.[ACCOUNT];
  const reservation = account?.reserve();
  if (reservation !== undefined) (res as Reserved)[RESERVATION] = reservation;
  return reservation;
}

/** The response has been sent. */
export function releaseReservation(res: ServerResponse): void {
  (res as Reserved)[RESERVATION]?.release();
}
