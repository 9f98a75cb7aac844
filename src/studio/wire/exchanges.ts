// Sends requests for real, through a bridge of its own, and holds the last exchanges with both wires. Secrets are masked before anything is held.
import type { CapturedCall, CapturedExchange, CapturedRequest, CapturedResponse } from '../../capture/captured.ts';
import { MASK } from '../../capture/secret-names.ts';
import { messageLines } from '../../cli/wire/format-message.ts';
import { openLocalBridge } from '../../cli/wire/local-bridge.ts';
import type { LoadOptions } from '../../mapping/load.ts';
import type { SoapstoneOptions } from '../../server/settings/program.ts';
import type { WireExchange, WireMessage } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';
import { parseRequest } from '../sides/rest-message.ts';

/** Exchanges that are held. */
const MOST = 30;

export class Exchanges {
  private readonly folder: string;
  private readonly upstream: string | undefined;
  private readonly options: LoadOptions;
  private readonly exchanges: WireExchange[] = [];
  /** Requests go one after the other, so that each finds its own messages. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, upstream: string | undefined, options: LoadOptions) {
    this.folder = folder;
    this.upstream = upstream;
    this.options = options;
  }

  /** Newest first. */
  list(): readonly WireExchange[] {
    return this.exchanges;
  }

  /** @throws Refusal, SoapstoneError, Problems: nothing was sent. */
  send(text: string): Promise<WireExchange> {
    const sent = this.last.then(() => this.sendNow(text));
    this.last = sent.catch(() => {});
    return sent;
  }

  /** With the table as it is now, which a bridge of its own loads. */
  private async sendNow(text: string): Promise<WireExchange> {
    const { upstream, folder } = this;
    if (upstream === undefined)
      throw new Refusal('refused', 'there is no service: start the studio with --upstream URL');
    const { message } = parseRequest(text);
    const { allowRemote, settings } = this.options;
    const set = [...(settings ?? [])].map(([name, value]) => `${name}=${value}`).join(',') || undefined;
    const options = { mapping: folder, upstream, retries: 0, allowRemote: allowRemote?.join(',') || undefined, set };
    const local = await openLocalBridge(options as unknown as SoapstoneOptions);
    try {
      const exchange = wireExchange(await local.send(message), upstream);
      this.exchanges.unshift(exchange);
      this.exchanges.length = Math.min(this.exchanges.length, MOST);
      return exchange;
    } finally {
      await local.close();
    }
  }
}

function wireExchange(
  { id, time, ms, rule, request, response, calls }: CapturedExchange,
  upstream: string,
): WireExchange {
  const { search } = new URL(upstream);
  // Its parameters may be secrets, whatever their names.
  const masked = search.replace(/=[^&]*/g, `=${MASK}`);
  return {
    id,
    time,
    ms,
    rule,
    client: { request: requestMessage(request), response: response && responseMessage(response) },
    calls: calls.map((call: CapturedCall) => ({
      request: requestMessage({ ...call.request, target: call.request.target.replace(search, () => masked) }),
      response: call.response && responseMessage(call.response),
      error: call.error,
    })),
  };
}

function requestMessage(message: CapturedRequest): WireMessage {
  return wireMessage(`${message.method} ${message.target}`, message);
}

function responseMessage(message: CapturedResponse): WireMessage {
  return wireMessage(String(message.status), message);
}

function wireMessage(line: string, message: CapturedRequest | CapturedResponse): WireMessage {
  const [, ...text] = messageLines(line, message);
  return { line, text: text.join('\n') };
}
