// Asks for the file and the name of a case, and records it.
import type { RecordRequest } from '../protocol/api.ts';
import { announce, button, h } from './dom.ts';
import { messageOf, ServerProblem, server } from './server.ts';

type Exchange = Pick<RecordRequest, 'request' | 'response'>;

export class RecordDialog {
  readonly element: HTMLDialogElement;
  private readonly file: HTMLInputElement;
  private readonly name: HTMLInputElement;
  private readonly message = h('p', { class: 'failure', role: 'alert', hidden: true });
  private readonly append: HTMLButtonElement;
  private readonly onRecorded: () => void;
  private exchange: Exchange | undefined = undefined;

  constructor(onRecorded: () => void) {
    this.onRecorded = onRecorded;
    this.file = h('input', { id: 'case-file', required: true, autocomplete: 'off', spellcheck: 'false' });
    this.name = h('input', { id: 'case-name', required: true, autocomplete: 'off' });
    this.append = button('Append to the file', () => void this.save(true), { hidden: true });
    this.element = h(
      'dialog',
      { 'aria-labelledby': 'record-title' },
      h('h2', { id: 'record-title' }, 'Record a case'),
      h('p', { class: 'quiet' }, 'It is run first, and written only if it passes. Nothing is overwritten.'),
      h('label', { for: 'case-name' }, 'Name'),
      this.name,
      h('label', { for: 'case-file' }, 'File in the folder cases'),
      this.file,
      this.message,
      h(
        'div',
        { class: 'actions' },
        button('Cancel', () => this.element.close()),
        this.append,
        button('Record', () => void this.save(false), { class: 'primary' }),
      ),
    );
    for (const input of [this.file, this.name])
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') void this.save(false);
      });
  }

  open(rule: string, exchange: Exchange): void {
    this.exchange = exchange;
    this.file.value = `${rule.replace(/[^\w.-]+/g, '-').slice(0, 80)}.yaml`;
    this.name.value = `${rule}, recorded`;
    this.say(undefined);
    this.element.showModal();
    this.name.select();
  }

  private say(message: string | undefined, exists = false): void {
    this.message.textContent = message ?? '';
    this.message.hidden = message === undefined;
    this.append.hidden = !exists;
  }

  private async save(append: boolean): Promise<void> {
    if (this.exchange === undefined) return;
    try {
      const { file, note } = await server.record({
        ...this.exchange,
        file: this.file.value,
        name: this.name.value,
        append,
      });
      this.element.close();
      announce(`Recorded in ${file}${note === undefined ? '' : `: ${note}`}`);
      this.onRecorded();
    } catch (error) {
      this.say(messageOf(error), error instanceof ServerProblem && error.code === 'exists');
    }
  }
}
