// The cases of the folder: listed, run, with their differences.
import type { CaseResult, ListedCase } from '../protocol/api.ts';
import { announce, button, counted, h } from './dom.ts';
import { messageOf, server } from './server.ts';

export class CasesView {
  readonly element: HTMLElement;
  private readonly onCount: (text: string) => void;
  private readonly summary = h('p', { class: 'quiet', role: 'status' });
  private readonly list = h('ul', { class: 'cases' });
  private readonly runAll: HTMLButtonElement;
  private readonly failing: HTMLInputElement;
  private readonly results = new Map<string, CaseResult>();
  private cases: readonly ListedCase[] = [];

  constructor(onCount: (text: string) => void) {
    this.onCount = onCount;
    this.runAll = button('Run all', () => void this.run(), { class: 'primary' });
    this.failing = h('input', { type: 'checkbox', id: 'only-failing', onchange: () => this.render() });
    this.element = h(
      'div',
      { class: 'cases-view' },
      h(
        'div',
        { class: 'bar' },
        h('div', { class: 'titles' }, h('h2', {}, 'Cases'), this.summary),
        h('div', { class: 'actions' }, h('label', { class: 'check' }, this.failing, ' failed only'), this.runAll),
      ),
      this.list,
    );
  }

  /** Results stay until cases or the table change. */
  async load(): Promise<void> {
    this.results.clear();
    try {
      this.cases = await server.cases();
      this.summary.textContent =
        this.cases.length === 0 ? 'No cases yet: record one from a request.' : counted(this.cases.length, 'case');
    } catch (error) {
      this.cases = [];
      this.summary.textContent = messageOf(error);
    }
    this.onCount(this.cases.length === 0 ? '' : String(this.cases.length));
    this.render();
  }

  private async run(key?: string): Promise<void> {
    this.runAll.disabled = true;
    this.summary.textContent = 'Running…';
    try {
      for (const result of await server.run(key)) this.results.set(result.key, result);
      this.sum();
    } catch (error) {
      this.summary.textContent = messageOf(error);
    }
    this.runAll.disabled = false;
    this.render();
  }

  private sum(): void {
    const results = [...this.results.values()];
    const failed = results.filter(({ passed }) => !passed).length;
    this.summary.textContent = `${results.length - failed} passed, ${failed} failed of ${counted(this.cases.length, 'case')}`;
    announce(this.summary.textContent);
  }

  private render(): void {
    const only = this.failing.checked;
    const visible = this.cases.filter(({ key }) => !only || this.results.get(key)?.passed === false);
    this.list.replaceChildren(...visible.map((one) => this.item(one)));
    this.runAll.disabled = this.cases.length === 0;
  }

  private item({ key, name, file, line, rule }: ListedCase): HTMLElement {
    const result = this.results.get(key);
    const state = result === undefined ? 'not run' : result.passed ? 'passed' : 'failed';
    const place = `${file.split('/').at(-1)}:${line}`;
    return h(
      'li',
      { class: `case ${state.replace(' ', '-')}` },
      h('span', { class: 'state' }, state),
      h('span', { class: 'case-name' }, name),
      h('span', { class: 'quiet' }, [result?.rule ?? rule, place].filter((part) => part !== undefined).join(' · ')),
      button('Run', () => void this.run(key), { 'aria-label': `Run ${name}` }),
      result && !result.passed
        ? h(
            'pre',
            { class: 'difference', tabindex: 0, role: 'region', 'aria-label': `Differences of ${name}` },
            result.problems.join('\n\n'),
          )
        : undefined,
    );
  }
}
