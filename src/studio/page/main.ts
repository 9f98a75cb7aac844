// The page of the workbench.
import type { TableState } from '../protocol/api.ts';
import { CasesView } from './cases-view.ts';
import { announce, button, counted, h } from './dom.ts';
import { RuleList } from './rule-list.ts';
import { follow, messageOf, server, takeToken } from './server.ts';
import { TableView } from './table-view.ts';
import { Tabs } from './tabs.ts';
import { nextTheme, restoreTheme, themeLabel } from './theme.ts';
import { TryView } from './try-view.ts';
import { WireView } from './wire-view.ts';

class Page {
  private readonly rules: RuleList;
  private readonly attempt: TryView;
  private readonly table: TableView;
  private readonly cases: CasesView;
  private readonly wire: WireView;
  private readonly tabs: Tabs;
  private readonly folder = h('span', { class: 'folder' });
  private readonly status: HTMLButtonElement;
  private readonly lost = h('p', { class: 'lost', role: 'alert', hidden: true });
  private state: TableState | undefined = undefined;

  constructor() {
    this.rules = new RuleList(({ id }) => this.choose(id));
    this.attempt = new TryView({
      onRule: (id) => this.rules.mark(id),
      onLine: (line) => this.goTo(line),
      onSent: () => this.tabs.show('wire'),
      onRecorded: () => void this.cases.load(),
    });
    this.table = new TableView((id) => this.choose(id));
    this.cases = new CasesView((text) => this.tabs.badge('cases', text));
    this.wire = new WireView({
      onCount: (text) => this.tabs.badge('wire', text),
      onRecorded: () => void this.cases.load(),
    });
    this.status = button('loading…', () => this.tabs.show('table'), { class: 'status' });
    this.tabs = new Tabs([
      { id: 'try', label: 'Try', panel: this.attempt.element },
      { id: 'table', label: 'Table', panel: this.table.element, onShow: () => this.showOperations() },
      { id: 'cases', label: 'Cases', panel: this.cases.element },
      {
        id: 'wire',
        label: 'Exchanges',
        panel: this.wire.element,
        onShow: () => void this.wire.load(),
      },
    ]);
  }

  open(): void {
    document.body.append(...this.layout());
    document.addEventListener('keydown', (event) => this.key(event));
    void follow(
      () => void this.load(),
      (reason) => this.lose(reason),
    );
  }

  private layout(): HTMLElement[] {
    const theme = button(themeLabel(), () => {
      nextTheme();
      theme.textContent = themeLabel();
    });
    theme.className = 'theme';
    const toggle = button('Rules', () => {
      const isOpen = document.body.classList.toggle('rules-shown');
      toggle.setAttribute('aria-expanded', String(isOpen));
    });
    toggle.className = 'toggle';
    toggle.setAttribute('aria-expanded', 'false');
    return [
      h('a', { class: 'skip', href: '#main' }, 'Skip to the exchange'),
      h(
        'header',
        { class: 'top' },
        h('h1', {}, 'Soapstone ', h('span', {}, 'studio')),
        this.folder,
        toggle,
        this.status,
        theme,
      ),
      this.lost,
      h('nav', { class: 'side', 'aria-label': 'Rules' }, this.rules.element),
      h('main', { id: 'main', tabindex: -1 }, this.tabs.bar, this.tabs.panels),
      h('p', { id: 'announcer', class: 'announcer', role: 'status' }),
    ];
  }

  private async load(): Promise<void> {
    try {
      const state = await server.state();
      const earlier = this.state;
      this.state = state;
      this.lose(undefined);
      this.render(state, earlier);
    } catch (error) {
      this.lose(messageOf(error));
    }
  }

  private lose(message: string | undefined): void {
    this.lost.textContent = message ?? '';
    this.lost.hidden = message === undefined;
  }

  /** Notes come after the load that they are of: the same revision. */
  private render(state: TableState, earlier: TableState | undefined): void {
    this.renderStatus(state);
    this.table.show(state);
    if (state.revision !== earlier?.revision) this.renderLoad(state);
    const isBroken = state.problems.some(({ level }) => level === 'error');
    if (earlier === undefined && isBroken) this.tabs.show('table');
  }

  private renderLoad(state: TableState): void {
    const { folder, rules, writable, upstream, hint, revision } = state;
    document.title = `${folder} – Soapstone studio`;
    this.folder.textContent = folder;
    this.rules.show(rules);
    if (this.tabs.current === 'table') void this.table.showOperations(revision);
    this.attempt.allow(writable, upstream, hint);
    this.wire.show(state);
    void this.cases.load();
    this.attempt.refresh(rules[0]?.id);
  }

  private renderStatus({ problems, rules, stale }: TableState): void {
    const errors = problems.filter(({ level }) => level === 'error').length;
    const text = errors === 0 ? `${counted(rules.length, 'rule')}, no problems` : counted(errors, 'problem');
    const notes = problems.length === errors ? '' : `, ${counted(problems.length - errors, 'note')}`;
    const tail = `${notes}${stale ? '; the rules are those of the last good table' : ''}`;
    if (this.status.textContent !== text + tail) announce(text + tail);
    this.status.textContent = text + tail;
    this.status.className = errors === 0 ? 'status good' : 'status bad';
    this.tabs.badge('table', errors === 0 ? '' : String(errors));
  }

  private choose(id: string): void {
    this.tabs.show('try');
    this.rules.mark(id);
    document.body.classList.remove('rules-shown');
    this.attempt.choose(id);
  }

  private goTo(line: number): void {
    this.tabs.show('table');
    this.table.goTo(line);
  }

  private showOperations(): void {
    if (this.state) void this.table.showOperations(this.state.revision);
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    event.preventDefault();
    document.body.classList.add('rules-shown');
    this.rules.focusSearch();
  }
}

takeToken();
restoreTheme();
new Page().open();
