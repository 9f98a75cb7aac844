// The last exchanges with the service, each with both wires. Secrets are masked by the server.
import type { TableState, WireExchange, WireMessage } from '../protocol/api.ts';
import { button, codeBox, h } from './dom.ts';
import { messageOf, server } from './server.ts';

interface Hooks {
  /** `''`: none. */
  onCount(text: string): void;
  onRecorded(): void;
}

type Source = Pick<TableState, 'wire' | 'upstream' | 'writable'>;

/** ms between two looks at what a running gateway captures. */
const AGAIN = 2000;

export class WireView {
  readonly element: HTMLElement;
  private readonly hooks: Hooks;
  private readonly summary = h('p', { class: 'quiet', role: 'status' });
  private readonly list = h('div', { class: 'exchanges' });
  /** By key, so that what is open, focused and recorded stays as it is. */
  private readonly items = new Map<string, HTMLElement>();
  private source: Source = { wire: 'sent', writable: false };
  private timer = 0;

  constructor(hooks: Hooks) {
    this.hooks = hooks;
    this.element = h('div', { class: 'wire-view' }, h('h2', {}, 'Exchanges'), this.summary, this.list);
  }

  show(source: Source): void {
    this.source = source;
    if (!this.element.hidden) void this.load();
  }

  /** While the view is visible, captures are looked at again and again: clients of the gateway make them. */
  async load(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const exchanges = this.isOff() ? [] : await server.exchanges();
      this.say(summaryOf(this.source, exchanges.length));
      this.hooks.onCount(exchanges.length === 0 ? '' : String(exchanges.length));
      this.render(exchanges);
    } catch (error) {
      this.say(messageOf(error));
    }
    if (this.source.wire === 'captured' && !this.element.hidden) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.load(), AGAIN);
    }
  }

  private isOff(): boolean {
    const { wire, upstream } = this.source;
    return wire === 'off' || (wire === 'sent' && upstream === undefined);
  }

  /** A status that is written again would be read again. */
  private say(text: string): void {
    if (this.summary.textContent !== text) this.summary.textContent = text;
  }

  /** New exchanges come first, the oldest ones go. */
  private render(exchanges: readonly WireExchange[]): void {
    const keys = new Set(exchanges.map(({ key }) => key));
    for (const [key, element] of this.items)
      if (!keys.has(key)) {
        element.remove();
        this.items.delete(key);
      }
    const isFirst = this.items.size === 0;
    for (const exchange of exchanges.toReversed()) {
      if (this.items.has(exchange.key)) continue;
      const open = this.source.wire === 'sent' || (isFirst && exchange === exchanges[0]);
      if (open) for (const element of this.items.values()) element.removeAttribute('open');
      const element = this.item(exchange, open);
      this.items.set(exchange.key, element);
      this.list.prepend(element);
    }
  }

  private item(exchange: WireExchange, open: boolean): HTMLElement {
    const { time, ms, rule, note, client, calls } = exchange;
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
      this.source.writable && rule !== undefined && this.recordBar(exchange),
      note !== undefined && h('pre', { class: 'quiet' }, note),
      h(
        'div',
        { class: 'panes' },
        message('Client sends', client.request),
        message('Client receives', client.response),
      ),
      ...calls.map(callPanes),
    );
  }

  /** One click records; the button stays, so that the focus does. */
  private recordBar({ key, recorded, client }: WireExchange): HTMLElement {
    const outcome = h('span', { class: 'outcome', role: 'status' });
    const label = `Record as a case: ${client.request.line}`;
    const record = button('Record as a case', () => void this.record(key, record, outcome), { 'aria-label': label });
    if (recorded !== undefined) showRecorded(record, outcome, `in ${fileName(recorded)}`);
    return h('div', { class: 'actions record-bar' }, record, outcome);
  }

  private async record(key: string, record: HTMLButtonElement, outcome: HTMLElement): Promise<void> {
    if (record.getAttribute('aria-disabled') === 'true') return;
    record.setAttribute('aria-disabled', 'true');
    outcome.classList.remove('bad');
    outcome.textContent = 'Recording…';
    try {
      const { file, note } = await server.recordExchange(key);
      showRecorded(record, outcome, `in ${fileName(file)}${note === undefined ? '' : `; ${note}`}`);
      this.hooks.onRecorded();
    } catch (error) {
      record.removeAttribute('aria-disabled');
      outcome.classList.add('bad');
      outcome.textContent = messageOf(error);
    }
  }
}

function showRecorded(record: HTMLButtonElement, outcome: HTMLElement, text: string): void {
  record.textContent = 'Recorded';
  record.removeAttribute('aria-label');
  record.setAttribute('aria-disabled', 'true');
  outcome.textContent = text;
}

function fileName(path: string): string {
  return `cases/${path.split('/').at(-1)}`;
}

function summaryOf({ wire, upstream }: Source, count: number): string {
  if (wire === 'off')
    return 'This gateway captures nothing. Start it with --debug-wire RULE, or --debug-wire "*" for every request.';
  if (wire === 'captured')
    return count === 0
      ? 'Nothing is captured yet. Requests to the gateway appear here.'
      : 'The latest captured requests, secrets masked. To make cases of them, run: soapstone record DIR ' +
          location.origin;
  if (upstream === undefined)
    return 'Nothing can be sent yet. Start the studio with --upstream and the URL of the service, then press “Send to the service” in Try.';
  return count === 0
    ? `Nothing has been sent to ${upstream} yet. Press “Send to the service” in Try.`
    : `The last exchanges with ${upstream}, secrets masked.`;
}

function callPanes({ request, response, error }: WireExchange['calls'][number]): HTMLElement {
  return h(
    'div',
    { class: 'panes' },
    message('Gateway sends', request),
    response
      ? message('Gateway receives', response)
      : h('p', { class: 'failure' }, `Gateway receives nothing: ${error ?? 'no response'}`),
  );
}

function message(label: string, content: WireMessage | undefined): HTMLElement {
  if (content === undefined) return h('p', { class: 'quiet' }, `${label}: nothing`);
  return h(
    'section',
    { class: 'wire' },
    h('h3', {}, label),
    codeBox(label, [content.line, content.text].filter((text) => text !== '').join('\n')),
  );
}
