// Sends requests for real, through a bridge of its own, and holds the last exchanges with both wires. Secrets are masked before anything is held.
import type { CapturedExchange } from '../../capture/captured.ts';
import { credentialNote } from '../../cli/wire/credential-note.ts';
import { openLocalBridge } from '../../cli/wire/local-bridge.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import type { LoadOptions } from '../../mapping/load.ts';
import type { SoapstoneOptions } from '../../server/settings/program.ts';
import { Refusal } from '../protocol/refusal.ts';
import { parseRequest } from '../sides/rest-message.ts';

/** Exchanges that are held. */
export const MOST_EXCHANGES = 30;

interface SendOptions extends LoadOptions {
  readonly upstream?: string;
  /** File of credentials. */
  readonly auth?: string;
  readonly faultTexts?: FaultTexts;
}

export class Exchanges {
  private readonly folder: string;
  private readonly options: SendOptions;
  private readonly notes = new WeakMap<CapturedExchange, string>();
  private readonly exchanges: CapturedExchange[] = [];
  /** Requests go one after the other, so that each finds its own messages. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, options: SendOptions) {
    this.folder = folder;
    this.options = options;
  }

  /** Newest first. */
  list(): readonly CapturedExchange[] {
    return this.exchanges;
  }

  /** What it was sent without. */
  noteOf(exchange: CapturedExchange): string | undefined {
    return this.notes.get(exchange);
  }

  /** @throws Refusal, SoapstoneError, Problems: nothing was sent. */
  send(text: string): Promise<CapturedExchange> {
    const sent = this.last.then(() => this.sendNow(text));
    this.last = sent.catch(() => {});
    return sent;
  }

  /** With the table as it is now, which a bridge of its own loads. */
  private async sendNow(text: string): Promise<CapturedExchange> {
    const { folder } = this;
    const { upstream, auth, faultTexts, allowRemote, settings } = this.options;
    if (upstream === undefined)
      throw new Refusal('refused', 'there is no service: start the studio with --upstream URL');
    const { message } = parseRequest(text);
    const set = [...(settings ?? [])].map(([name, value]) => `${name}=${value}`).join(',') || undefined;
    const hosts = allowRemote?.join(',') || undefined;
    const options = { mapping: folder, upstream, auth, faultTexts, retries: 0, allowRemote: hosts, set };
    const local = await openLocalBridge(options as unknown as SoapstoneOptions);
    try {
      const exchange = await local.send(message);
      const note = credentialNote(local.bridge).join('\n');
      if (note !== '') this.notes.set(exchange, note);
      this.exchanges.unshift(exchange);
      this.exchanges.length = Math.min(this.exchanges.length, MOST_EXCHANGES);
      return exchange;
    } finally {
      await local.close();
    }
  }
}
