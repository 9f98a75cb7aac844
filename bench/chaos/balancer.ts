// Sends requests to replicas that say they are ready, as a Service of Kubernetes does.
import { Client } from './client.ts';
import { pause } from './load.ts';
import type { Replica } from './replica.ts';

/** ms between two looks at `/readyz`. */
const LOOK = 100;

export interface BalancedReplica {
  readonly replica: Replica;
  readonly client: Client;
  ready: boolean;
}

/** Sends each request to the next replica that said it was ready when last asked. */
export class Balancer {
  readonly targets: BalancedReplica[] = [];
  private turn = 0;
  private readonly timer = setInterval(() => void this.look(), LOOK);

  async add(replica: Replica): Promise<BalancedReplica> {
    const target: BalancedReplica = { replica, client: new Client(replica.port), ready: false };
    this.targets.push(target);
    while (!target.ready) await pause(LOOK / 10);
    return target;
  }

  remove(target: BalancedReplica): void {
    this.targets.splice(this.targets.indexOf(target), 1);
    target.client.close();
  }

  next(): Client {
    const ready = this.targets.filter((one) => one.ready);
    return ready[this.turn++ % ready.length].client;
  }

  close(): void {
    clearInterval(this.timer);
    for (const { client } of this.targets) client.close();
  }

  private async look(): Promise<void> {
    await Promise.all(this.targets.map(async (one) => (one.ready = await one.replica.ready())));
  }
}
