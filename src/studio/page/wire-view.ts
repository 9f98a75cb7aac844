// The last exchanges with the service, each with both wires. Secrets are masked by the server.
import type { WireExchange, WireMessage } from '../protocol/api.ts';
import { h } from './dom.ts';
import { messageOf, server } from './server.ts';
import { codeBox } from './try-view.ts';

export class WireView {
  readonly element: HTMLElement;
  private readonly onCount: (text: string) => void;
  private readonly summary = h('p', { class: 'quiet', role: 'status' });
  private readonly list = h('div', { class: 'exchanges' });

  constructor(onCount: (text: string) => void) {
    this.onCount = onCount;
    this.element = h('div', { class: 'wire-view' }, h('h2', {}, 'Exchanges'), this.summary, this.list);
  }

  async load(upstream: string | undefined): Promise<void> {
    if (upstream === undefined) {
      this.summary.textContent = 'Requests can be sent when the studio is started with --upstream URL.';
      return;
    }
    try {
      const exchanges = await server.exchanges();
      this.summary.textContent =
        exchanges.length === 0
          ? `Nothing has been sent to ${upstream} yet.`
          : `The last exchanges with ${upstream}, secrets masked.`;
      this.onCount(exchanges.length === 0 ? '' : String(exchanges.length));
      this.list.replaceChildren(...exchanges.map((exchange, i) => item(exchange, i === 0)));
    } catch (error) {
      this.summary.textContent = messageOf(error);
    }
  }
}

function item({ time, ms, rule, client, calls }: WireExchange, open: boolean): HTMLElement {
  const status = client.response?.line ?? 'no response';
  return h(
    'details',
    { class: 'exchange', open },
    h(
      'summary',
      {},
      h('b', { class: /^[23]/.test(status) ? 'good' : 'bad' }, status),
      ` ${client.request.line} `,
      h('span', { class: 'quiet' }, `${rule ?? 'no rule'} · ${Math.round(ms)} ms · ${time.slice(11, 19)}`),
    ),
    h('div', { class: 'panes' }, message('Client sends', client.request), message('Client receives', client.response)),
    ...calls.map(({ request, response, error }) =>
      h(
        'div',
        { class: 'panes' },
        message('Gateway sends', request),
        response
          ? message('Gateway receives', response)
          : h('p', { class: 'failure' }, `Gateway receives nothing: ${error ?? 'no response'}`),
      ),
    ),
  );
}

function message(label: string, shown: WireMessage | undefined): HTMLElement {
  if (shown === undefined) return h('p', { class: 'quiet' }, `${label}: nothing`);
  return h(
    'section',
    { class: 'wire' },
    h('h3', {}, label),
    codeBox(label, [shown.line, shown.text].filter((part) => part !== '').join('\n')),
  );
}
