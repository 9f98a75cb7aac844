// A captured exchange as the page shows it.
import type { CapturedCall, CapturedExchange, CapturedRequest, CapturedResponse } from '../../capture/captured.ts';
import { MASK } from '../../capture/secret-names.ts';
import { messageLines } from '../../cli/wire/format-message.ts';
import type { WireExchange, WireMessage } from '../protocol/api.ts';

/** `upstream`: URL whose parameters may be secrets, whatever their names. */
export function wireExchange(exchange: CapturedExchange, upstream = ''): WireExchange {
  const { time, ms, rule, request, response, calls } = exchange;
  const search = URL.parse(upstream)?.search ?? '';
  const masked = search.replace(/=[^&]*/g, `=${MASK}`);
  return {
    key: keyOf(exchange),
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

/** Requests may have one id: clients choose it. */
export function keyOf({ id, time }: CapturedExchange): string {
  return `${time} ${id}`;
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
