// One exchange, both sides of it live: whichever side is written, the other one follows.
import type { Side, TranslateRequest, Translation } from '../protocol/api.ts';
import { announce, button, codeBox, h } from './dom.ts';
import { Editor } from './editor.ts';
import { RecordDialog } from './record-dialog.ts';
import { messageOf, server } from './server.ts';
import { VariableChips } from './variable-chips.ts';

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
  private readonly variables = new VariableChips((variable) => this.activate(variable));
  private readonly details = h('div', { class: 'details' });
  private readonly failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  private readonly send: HTMLButtonElement;
  private readonly record: HTMLButtonElement;
  private readonly dialog: RecordDialog;
  private source: { request: Side; response: Side } = { request: 'rest', response: 'soap' };
  /** The person has written the response, for this rule; `''`: for the first one, which is not there yet. */
  private writtenFor: string | undefined = undefined;
  /** The person has written the request. */
  private wrote = false;
  /** The rule whose example is on its way. */
  private awaited: string | undefined = undefined;
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
      this.variables.element,
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

  choose(id: string): void {
    this.writtenFor = undefined;
    this.wrote = false;
    for (const pair of Object.values(this.editors)) for (const editor of Object.values(pair)) editor.replace('');
    this.awaited = id;
    void this.translate();
  }

  /** The table has changed: the same texts again. `first`: its first rule, for a page that shows no exchange yet. */
  refresh(first: string | undefined): void {
    if (this.translation === undefined && this.awaited === undefined) this.awaited = this.wrote ? undefined : first;
    if (this.writtenFor === '') this.writtenFor = this.awaited;
    if (this.translation || this.awaited !== undefined || this.wrote) void this.translate();
  }

  private editor(label: string, pair: 'request' | 'response', side: Side): Editor {
    return new Editor(label, `${pair}-${side}`, () => {
      this.source[pair] = side;
      if (pair === 'response') this.writtenFor = this.awaited ?? this.translation?.rule?.id ?? '';
      else this.wrote = true;
      if (this.wrote) this.awaited = undefined;
      // What comes now is about older texts.
      this.turn++;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.translate(), PAUSE);
    });
  }

  /** What the person has written; in place of a request that is not written, the rule. */
  private texts(): TranslateRequest {
    const { request, response } = this.source;
    const { awaited, writtenFor } = this;
    return {
      rule: awaited,
      request: awaited === undefined ? { side: request, text: this.editors.request[request].text } : undefined,
      response:
        writtenFor === undefined
          ? undefined
          : { side: response, text: this.editors.response[response].text, rule: writtenFor },
    };
  }

  /** A response that comes after a later one is dropped. */
  private async translate(): Promise<void> {
    const turn = ++this.turn;
    // The rules are not there yet: the first load goes on.
    if (this.awaited === undefined && !this.wrote && this.translation === undefined) return;
    try {
      const translation = await server.translate(this.texts());
      if (turn === this.turn) this.render(translation);
    } catch (error) {
      if (turn === this.turn) this.fail(messageOf(error));
    }
  }

  private fail(message: string | undefined): void {
    this.failure.textContent = message ?? '';
    this.failure.hidden = message === undefined;
  }

  private render(translation: Translation): void {
    this.fail(undefined);
    this.translation = translation;
    this.awaited = undefined;
    const { source, rule } = translation;
    this.source = { ...source };
    if (this.writtenFor !== undefined && rule?.id !== this.writtenFor) this.writtenFor = undefined;
    for (const pair of ['request', 'response'] as const)
      for (const side of ['rest', 'soap'] as const) {
        const written = pair === 'request' ? this.wrote : this.writtenFor !== undefined;
        const role = source[pair] !== side ? 'follows' : written ? 'written' : 'example';
        this.editors[pair][side].show(translation[pair][side], role);
      }
    this.renderTitle(translation);
    this.variables.show(translation);
    this.renderDetails(translation);
    this.hooks.onRule(rule?.id);
    this.enable();
  }

  private renderTitle({ rule, refusal, misses }: Translation): void {
    const untaken = refusal?.isOfRules ? 'The gateway refuses this request' : 'No rule takes this request';
    this.title.textContent = rule?.id ?? untaken;
    if (rule === undefined)
      this.subtitle.replaceChildren(
        refusal === undefined ? (misses[0] ?? '') : [refusal.head, ...refusal.reasons].join('; '),
      );
    else
      this.subtitle.replaceChildren(
        'calls ',
        h('b', {}, rule.calls === '' ? 'nothing' : rule.calls),
        ' · ',
        button(`line ${rule.line} of the table`, () => this.hooks.onLine(rule.line), { class: 'link' }),
      );
    announce(
      rule === undefined
        ? [untaken, ...(refusal ? [refusal.head] : [])].join(': ')
        : `Rule ${rule.id} takes this request`,
    );
  }

  private activate(variable: number | undefined): void {
    for (const pair of Object.values(this.editors)) for (const editor of Object.values(pair)) editor.activate(variable);
  }

  private renderDetails({ misses, calls, rule, refusal }: Translation): void {
    const sections: HTMLElement[] = [];
    if (calls.length > 0) {
      sections.push(h('h3', {}, `Calls of this rule: ${calls.length}`));
      calls.forEach(({ title, request, response }, i) => {
        const open = i === 0;
        sections.push(
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
      sections.push(
        h(
          'details',
          { open: rule === undefined && !refusal?.isOfRules },
          h('summary', {}, missesTitle(rule !== undefined, refusal?.isOfRules)),
          list,
        ),
      );
    }
    this.details.replaceChildren(...sections);
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

function missesTitle(isTaken: boolean, isOfRules = false): string {
  if (isTaken) return 'Why other rules do not take it';
  return isOfRules ? 'Where each rule refuses it' : 'Why no rule takes it';
}
