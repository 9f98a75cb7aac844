// The text of the table with its problems, beside the operations of the contract.
import type { ListedOperation, ListedRule, Problem, TableState } from '../protocol/api.ts';
import { button, counted, h } from './dom.ts';
import { messageOf, server } from './server.ts';

export class TableView {
  readonly element: HTMLElement;
  private readonly onRule: (id: string) => void;
  private readonly problems = h('div', { class: 'problems' });
  private readonly notes = h('div', { class: 'note-list' });
  private readonly noteCount = h('summary', {});
  private readonly noteBox = h('details', { class: 'notes', hidden: true }, this.noteCount, this.notes);
  private readonly code = h('ol', { class: 'code' });
  private readonly heading = h('h2', {});
  private readonly filter: HTMLSelectElement;
  private readonly search: HTMLInputElement;
  private readonly summary = h('p', { class: 'quiet', role: 'status' });
  private readonly list = h('div', { class: 'operations' });
  private operations: readonly ListedOperation[] = [];
  private revision = -1;

  constructor(onRule: (id: string) => void) {
    this.onRule = onRule;
    this.filter = h(
      'select',
      { id: 'operation-filter', onchange: () => this.renderOperations() },
      h('option', { value: 'all' }, 'all operations'),
      h('option', { value: 'none' }, 'without a rule'),
      h('option', { value: 'some' }, 'with a rule'),
    );
    this.search = h('input', {
      type: 'search',
      'aria-label': 'Search operations',
      placeholder: 'Search operations',
      oninput: () => this.renderOperations(),
    });
    this.element = h(
      'div',
      { class: 'table-view' },
      h(
        'section',
        { class: 'table-text' },
        this.heading,
        this.problems,
        this.noteBox,
        h('div', { class: 'code-frame', tabindex: 0, role: 'region', 'aria-label': 'Text of the table' }, this.code),
      ),
      h(
        'section',
        { class: 'contract' },
        h('h2', {}, 'Contract'),
        h(
          'div',
          { class: 'filters' },
          this.search,
          h('label', { for: 'operation-filter', class: 'hidden-label' }, 'Operations'),
          this.filter,
        ),
        this.summary,
        this.list,
      ),
    );
  }

  show(state: TableState): void {
    const { table, problems, rules } = state;
    this.heading.textContent = table?.file ?? 'No table';
    const [errors, notes] = ['error', 'note'].map((kind) => problems.filter(({ level }) => level === kind));
    this.problems.replaceChildren(...errors.map((problem) => this.problemItem(problem)));
    this.notes.replaceChildren(...notes.map((note) => this.problemItem(note)));
    this.noteCount.textContent = `${counted(notes.length, 'note')}: what may be intended`;
    this.noteBox.hidden = notes.length === 0;
    this.renderText(
      table?.text ?? '',
      problems.filter(({ file }) => isOf(file, table?.file)),
      rules,
    );
  }

  /** The operations, once for each load of the table. */
  async showOperations(revision: number): Promise<void> {
    if (revision === this.revision) return;
    this.revision = revision;
    this.summary.textContent = 'Reading the contract…';
    try {
      this.operations = await server.operations();
      this.renderOperations();
    } catch (error) {
      this.operations = [];
      this.list.replaceChildren();
      this.summary.textContent = messageOf(error);
    }
  }

  goTo(line: number): void {
    const item = this.code.querySelector(`[data-line="${line}"]`);
    if (item === null) return;
    item.scrollIntoView({ block: 'center' });
    for (const other of this.code.querySelectorAll('.target')) other.classList.remove('target');
    item.classList.add('target');
  }

  private problemItem({ level, code, message, suggestion, file, line, col }: Problem): HTMLElement {
    const place = line === undefined ? '' : `${file?.split('/').at(-1)}:${line}:${col}`;
    const text = h(
      'p',
      {},
      h('b', {}, level === 'error' ? 'Problem' : 'Note'),
      ` ${code}: ${adviceOf({ message, suggestion })}`,
    );
    const jump = line === undefined ? undefined : button(place, () => this.goTo(line), { class: 'link' });
    return h('div', { class: `problem ${level}` }, jump, text);
  }

  private renderText(text: string, problems: readonly Problem[], rules: readonly ListedRule[]): void {
    const byLine = Map.groupBy(problems, ({ line }) => line);
    const rulesByLine = Map.groupBy(rules, ({ line }) => line);
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    this.code.replaceChildren(
      ...lines.map((content, i) =>
        this.lineItem(content, i + 1, byLine.get(i + 1) ?? [], rulesByLine.get(i + 1) ?? []),
      ),
    );
  }

  private lineItem(
    content: string,
    line: number,
    problems: readonly Problem[],
    rules: readonly ListedRule[],
  ): HTMLElement {
    const [rule] = rules;
    const label = rules.length > 1 ? `try ${rules.length} rules` : 'try';
    return h(
      'li',
      { class: problems.some(({ level }) => level === 'error') ? 'wrong' : '', 'data-line': line },
      h('span', { class: 'number' }, String(line)),
      h('code', {}, ...highlighted(content)),
      rule && button(label, () => this.onRule(rule.id), { class: 'link try-rule', 'aria-label': `try ${rule.id}` }),
      ...problems.map(inlineProblem),
    );
  }

  private renderOperations(): void {
    const without = this.operations.filter(({ rules }) => rules.length === 0).length;
    this.summary.textContent = `${counted(this.operations.length, 'operation')}, ${without} without a rule`;
    const words = this.search.value.toLowerCase();
    const chosen = this.operations.filter(({ rules, name }) => {
      if (!name.toLowerCase().includes(words)) return false;
      return this.filter.value === 'all' || (this.filter.value === 'none') === (rules.length === 0);
    });
    this.list.replaceChildren(...chosen.map((operation) => this.operationItem(operation)));
  }

  private operationItem({ name, port, rules, messages }: ListedOperation): HTMLElement {
    const badge = h(
      'span',
      { class: rules.length === 0 ? 'badge none' : 'badge' },
      rules.length === 0 ? 'no rule' : counted(rules.length, 'rule'),
    );
    const links = rules.slice(0, MOST).map((id) =>
      h(
        'li',
        {},
        button(id, () => this.onRule(id), { class: 'link' }),
      ),
    );
    const more = rules.length > MOST ? [h('li', { class: 'quiet' }, `and ${rules.length - MOST} more`)] : [];
    return h(
      'details',
      { class: 'operation' },
      h('summary', {}, h('span', {}, name), badge),
      h('p', { class: 'quiet' }, `port ${port}`),
      h('ul', { class: 'parts' }, ...messages.map((line) => h('li', {}, line))),
      links.length === 0
        ? h('p', { class: 'quiet' }, 'No rule uses it.')
        : h('ul', { class: 'used-by', 'aria-label': 'Rules' }, ...links, ...more),
    );
  }
}

/** A note opens at a click, so that it does not tear the text apart. */
function inlineProblem({ level, code, message, suggestion, col = 1 }: Problem): HTMLElement {
  const text = h('span', { class: 'message' }, adviceOf({ message, suggestion }));
  if (level === 'note') return h('details', { class: 'inline note' }, h('summary', {}, `Note ${code}`), text);
  const caret = h('span', { class: 'caret', 'aria-hidden': 'true' }, `${' '.repeat(col - 1)}▲`);
  return h('span', { class: 'inline error' }, caret, text);
}

function adviceOf({ message, suggestion }: Pick<Problem, 'message' | 'suggestion'>): string {
  return suggestion === undefined ? message : `${message} (${suggestion})`;
}

/** Rules of one operation that are listed. */
const MOST = 30;

function isOf(file: string | undefined, table: string | undefined): boolean {
  return file !== undefined && table !== undefined && file.split('/').at(-1) === table;
}

/** Keys and comments of YAML, well enough to read. */
function highlighted(line: string): (Node | string)[] {
  const comment = /(^|\s)#.*$/.exec(line);
  const body = comment ? line.slice(0, comment.index) : line;
  const key = /^(\s*(?:- )?)([\w$"'*./{}?=&,| -]+?)(:)(?=\s|$)/.exec(body);
  const rest = key ? body.slice(key[0].length) : body;
  const pieces: (Node | string)[] = key ? [key[1], h('span', { class: 'key' }, key[2]), ':'] : [];
  pieces.push(...placeholders(rest));
  if (comment) pieces.push(h('span', { class: 'comment' }, comment[0]));
  return pieces;
}

function placeholders(text: string): (Node | string)[] {
  return text
    .split(/(\{[\w$.][^{}\s]*\})/)
    .map((part, i) => (i % 2 === 1 ? h('span', { class: 'placeholder' }, part) : part));
}
