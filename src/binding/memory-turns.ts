// Whose large response arrives when memory is short: clients take turns, and of each client the oldest response goes first. Knows nothing about bytes.

/** One client's share. */
export interface Client {
  readonly name: string;
  heldBytes: number;
  /** Reservations that hold or may hold bytes of it. */
  reservations: number;
  /** Reservations with large arriving responses, the oldest first. */
  readonly arrivals: Set<Arrival>;
}

/** The part of a reservation that arriving responses use. */
export interface Arrival {
  readonly number: number;
  readonly client: Client;
  /** Bytes of arriving responses of the service. */
  readonly arriving: number;
  /** When the last of them arrived, or the response was resumed. */
  movedAt: number;
  mayArrive(bytes: number): boolean;
  /** Is there room in the share of its client? */
  fits(bytes: number): boolean;
}

/** ms after which the turn goes to the next client, if there is one. */
const TURN = 2000;
/** ms without a byte after which a response that could go on loses its turn. */
const IDLE = 2000;

export class MemoryTurns {
  /** Clients with large arriving responses, in the order of their turns. */
  private readonly clients = new Set<Client>();
  private holder: Client | undefined = undefined;
  private heldSince = 0;

  add(arrival: Arrival): void {
    arrival.client.arrivals.add(arrival);
    this.clients.add(arrival.client);
  }

  /** False: it was not there. */
  delete(arrival: Arrival): boolean {
    const { client } = arrival;
    const found = client.arrivals.delete(arrival);
    if (client.arrivals.size === 0) this.clients.delete(client);
    if (client.arrivals.size === 0 && this.holder === client) this.holder = undefined;
    return found;
  }

  /** The response that has its turn. */
  get first(): Arrival | undefined {
    const [client] = this.clients;
    return client && oldest(client);
  }

  /** Bytes of all large responses that have arrived in part. */
  get arrivingBytes(): number {
    let bytes = 0;
    for (const client of this.clients) bytes += arrivingOf(client);
    return bytes;
  }

  /** Ends the turn of a response that receives nothing, or of a client that had it for long. True: another one has it now. */
  pass(first: Arrival, now: number): boolean {
    const { client } = first;
    if (this.holder !== client) [this.holder, this.heldSince] = [client, now];
    const isIdle = now - first.movedAt > IDLE;
    if (!isIdle && now - this.heldSince <= TURN) return false;
    if (isIdle) moveToEnd(client.arrivals, first);
    this.skip(client);
    return this.first !== first;
  }

  /** The turn goes to the next client. */
  skip(client: Client): void {
    moveToEnd(this.clients, client);
    this.holder = undefined;
  }
}

/** Bytes of its responses that have arrived in part. */
function arrivingOf(client: Client): number {
  let bytes = 0;
  for (const { arriving } of client.arrivals) bytes += arriving;
  return bytes;
}

function oldest({ arrivals }: Client): Arrival | undefined {
  const [first] = arrivals;
  return first;
}

function moveToEnd<T>(set: Set<T>, item: T): void {
  set.delete(item);
  set.add(item);
}
