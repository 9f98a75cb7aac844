// One exchange, both sides of it live: whichever side is written, the other one follows.
import type { Side, Translation } from '../protocol/api.ts';
import { announce, button, h } from './dom.ts';
import { colourOf, Editor } from './editor.ts';
import { RecordDialog } from './record-dialog.ts';
import { messageOf, server } from './server.ts';

/** ms after the last key. */
const PAUSE = 200;

interface Hooks {
  onRule(id: string | undefined): void;
  onLine(line: number): void;
  onSent(): void;
  onRecorded(): void;
}

export class TryView {
  readonly element: HTMLElement;
  private readonly hooks: Hooks;
  private readonly editors: Readonly<Record<'request' | 'response', Readonly<Record<Side, Editor>>>>;
  private readonly title = h('h2', {}, 'Choose a rule, or write a request');
  private readonly subtitle = h('p', { class: 'quiet' });
  private readonly variables = h('ul', { class: 'variables', 'aria-label': 'Variables' });
  private readonly details = h('div', { class: 'details' });
  private readonly failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  private readonly send: HTMLButtonElement;
  private readonly record: HTMLButtonElement;
  private readonly dialog: RecordDialog;
  private source: { request: Side; response: Side } = { request: 'rest', response: 'soap' };
  /** The person has written the response, for this rule. */
  private writtenFor: string | undefined = undefined;
  /** The person has written the request. */
  private wrote = false;
  private translation: Translation | undefined = undefined;
  private timer = 0;
  private turn = 0;
  private writable = false;
  private upstream: string | undefined = undefined;

  constructor(hooks: Hooks) {
    this.hooks = hooks;
    this.editors = {
      request: {
        rest: this.editor('REST request', 'request', 'rest'),
        soap: this.editor('SOAP request', 'request', 'soap'),
      },
      response: {
        rest: this.editor('REST response', 'response', 'rest'),
        soap: this.editor('SOAP response', 'response', 'soap'),
      },
    };
    this.send = button('Send to the service', () => void this.sendNow(), { class: 'secondary' });
    this.record = button('Record case…', () => this.openDialog(), { class: 'primary' });
    this.dialog = new RecordDialog(() => hooks.onRecorded());
    const { request, response } = this.editors;
    this.element = h(
      'div',
      { class: 'try' },
      h(
        'div',
        { class: 'bar' },
        h('div', { class: 'titles' }, this.title, this.subtitle),
        h('div', { class: 'actions' }, this.send, this.record),
      ),
      this.failure,
      this.variables,
      h(
        'div',
        { class: 'panes' },
        request.rest.element,
        request.soap.element,
        response.rest.element,
        response.soap.element,
      ),
      this.details,
      this.dialog.element,
    );
    this.enable();
  }

  /** Whether cases can be recorded and requests sent, with the reason why not. */
  allow(writable: boolean, upstream: string | undefined, hint: string | undefined): void {
    this.writable = writable;
    this.upstream = upstream;
    this.send.title =
      upstream === undefined ? 'start the studio with --upstream URL' : (hint ?? `sends it to ${upstream}`);
    this.record.title = hint ?? 'writes this exchange into the folder of cases';
    this.enable();
  }

  /** The first rule; what was written meanwhile stays. */
  begin(id: string): void {
    if (this.wrote) this.translateTexts();
    else this.choose(id);
  }

  choose(id: string): void {
    this.writtenFor = undefined;
    this.wrote = false;
    for (const pair of Object.values(this.editors)) for (const editor of Object.values(pair)) editor.replace('');
    void this.translate({ rule: id });
  }

  /** The table has changed: the same texts again. */
  refresh(): void {
    if (this.translation) this.translateTexts();
  }

  private editor(label: string, pair: 'request' | 'response', side: Side): Editor {
    return new Editor(label, `${pair}-${side}`, () => {
      this.source[pair] = side;
      if (pair === 'response') this.writtenFor = this.translation?.rule?.id;
      else this.wrote = true;
      // What comes now is about older texts.
      this.turn++;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.translateTexts(), PAUSE);
    });
  }

  private translateTexts(): void {
    const { request, response } = this.source;
    const rule = this.writtenFor;
    void this.translate({
      request: { side: request, text: this.editors.request[request].text },
      response: rule === undefined ? undefined : { side: response, text: this.editors.response[response].text, rule },
    });
  }

  /** An answer that comes after a later one is dropped. */
  private async translate(input: Parameters<typeof server.translate>[0]): Promise<void> {
    const turn = ++this.turn;
    try {
      const shown = await server.translate(input);
      if (turn === this.turn) this.render(shown);
    } catch (error) {
      if (turn === this.turn) this.fail(messageOf(error));
    }
  }

  private fail(message: string | undefined): void {
    this.failure.textContent = message ?? '';
    this.failure.hidden = message === undefined;
  }

  private render(shown: Translation): void {
    this.fail(undefined);
    this.translation = shown;
    this.source = { ...shown.source };
    if (this.writtenFor !== undefined && shown.rule?.id !== this.writtenFor) this.writtenFor = undefined;
    for (const pair of ['request', 'response'] as const)
      for (const side of ['rest', 'soap'] as const) {
        const written = pair === 'request' ? this.wrote : this.writtenFor !== undefined;
        const role = shown.source[pair] !== side ? 'follows' : written ? 'written' : 'example';
        this.editors[pair][side].show(shown[pair][side], role);
      }
    this.renderTitle(shown);
    this.renderVariables(shown);
    this.renderDetails(shown);
    this.hooks.onRule(shown.rule?.id);
    this.enable();
  }

  private renderTitle({ rule, misses }: Translation): void {
    this.title.textContent = rule?.id ?? 'No rule takes this request';
    if (rule === undefined) this.subtitle.replaceChildren(misses[0] ?? '');
    else
      this.subtitle.replaceChildren(
        'calls ',
        h('b', {}, rule.calls === '' ? 'nothing' : rule.calls),
        ' · ',
        button(`line ${rule.line} of the table`, () => this.hooks.onLine(rule.line), { class: 'link' }),
      );
    announce(rule === undefined ? 'No rule takes this request' : `Rule ${rule.id} takes this request`);
  }

  private renderVariables({ variables, request, response }: Translation): void {
    const marked = new Set(
      [request, response].flatMap(({ rest, soap }) => [...rest.marks, ...soap.marks].map(({ variable }) => variable)),
    );
    const items = variables.map(({ name, value }, i) => {
      if (value === undefined && !marked.has(i)) return undefined;
      const chip = h(
        'button',
        {
          type: 'button',
          class: `chip ${marked.has(i) ? colourOf(i) : ''}`,
          'aria-pressed': 'false',
          title: value,
          onclick: () => this.press(chip, i),
          onmouseenter: () => this.activate(i),
          onmouseleave: () => this.activate(this.pressed()),
        },
        h('b', {}, name),
        value === undefined ? undefined : h('span', {}, ` = ${short(value)}`),
      );
      chip.dataset['variable'] = String(i);
      return h('li', {}, chip);
    });
    this.variables.replaceChildren(...items.filter((item) => item !== undefined));
    this.activate(undefined);
  }

  private press(chip: HTMLButtonElement, variable: number): void {
    const pressed = chip.getAttribute('aria-pressed') === 'true';
    for (const other of this.variables.querySelectorAll('.chip')) other.setAttribute('aria-pressed', 'false');
    chip.setAttribute('aria-pressed', String(!pressed));
    this.activate(pressed ? undefined : variable);
  }

  private pressed(): number | undefined {
    const chip = this.variables.querySelector<HTMLElement>('.chip[aria-pressed="true"]');
    return chip === null ? undefined : Number(chip.dataset['variable']);
  }

  private activate(variable: number | undefined): void {
    for (const pair of Object.values(this.editors)) for (const editor of Object.values(pair)) editor.activate(variable);
  }

  private renderDetails({ misses, calls, rule }: Translation): void {
    const parts: HTMLElement[] = [];
    if (calls.length > 0) {
      parts.push(h('h3', {}, `Calls of this rule: ${calls.length}`));
      calls.forEach(({ title, request, response }, i) => {
        const open = i === 0;
        parts.push(
          h(
            'details',
            { open },
            h('summary', {}, `call ${i + 1}: ${title}`),
            h('div', { class: 'panes' }, codeBox('request', request), codeBox('response', response)),
          ),
        );
      });
    }
    if (misses.length > 0) {
      const list = h('ul', {}, ...misses.map((miss) => h('li', {}, miss)));
      parts.push(h('details', { open: rule === undefined }, h('summary', {}, 'Why other rules do not take it'), list));
    }
    this.details.replaceChildren(...parts);
  }

  private enable(): void {
    const { writable, upstream, translation } = this;
    this.send.disabled =
      !writable || upstream === undefined || this.source.request !== 'rest' || translation?.rule === undefined;
    this.record.disabled = !writable || translation?.rule === undefined;
  }

  private async sendNow(): Promise<void> {
    this.send.disabled = true;
    this.fail(undefined);
    announce('Sending');
    try {
      await server.send(this.editors.request.rest.text);
      this.hooks.onSent();
    } catch (error) {
      this.fail(messageOf(error));
    }
    this.enable();
  }

  private openDialog(): void {
    const { request, response } = this.source;
    if (this.translation?.rule === undefined) return;
    this.dialog.open(this.translation.rule.id, {
      request: { side: request, text: this.editors.request[request].text },
      response: { side: response, text: this.editors.response[response].text },
    });
  }
}

export function codeBox(label: string, text: string): HTMLElement {
  return h('pre', { class: 'code-box', tabindex: 0, role: 'region', 'aria-label': label }, text);
}

function short(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 39)}…`;
}
