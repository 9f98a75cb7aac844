// Tabs (WAI-ARIA APG, Tabs with automatic activation).
import { h } from './dom.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
  /** Called each time that the tab is chosen. */
  onShow?(): void;
}

export class Tabs {
  readonly bar: HTMLElement;
  readonly panels: HTMLElement;
  private readonly tabs: readonly Tab[];
  private readonly buttons: readonly HTMLButtonElement[];
  current: string;

  constructor(tabs: readonly Tab[]) {
    this.tabs = tabs;
    this.current = tabs[0].id;
    this.buttons = tabs.map(({ id, label }) =>
      h(
        'button',
        { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, onclick: () => this.show(id) },
        label,
      ),
    );
    this.bar = h(
      'div',
      { role: 'tablist', class: 'tabs', 'aria-label': 'Views', onkeydown: (event) => this.key(event as KeyboardEvent) },
      ...this.buttons,
    );
    for (const { id, panel } of tabs) {
      panel.id = `panel-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
    }
    this.panels = h('div', { class: 'panels' }, ...tabs.map(({ panel }) => panel));
    this.render();
  }

  show(id: string): void {
    this.current = id;
    this.render();
    this.tabs.find((tab) => tab.id === id)?.onShow?.();
  }

  /** A number behind the label; '' for none. */
  badge(id: string, text: string): void {
    const index = this.tabs.findIndex((tab) => tab.id === id);
    const { label } = this.tabs[index];
    this.buttons[index].replaceChildren(label, ...(text === '' ? [] : [' ', h('span', { class: 'count' }, text)]));
  }

  private render(): void {
    this.tabs.forEach(({ id, panel }, i) => {
      const selected = id === this.current;
      panel.hidden = !selected;
      this.buttons[i].setAttribute('aria-selected', String(selected));
      this.buttons[i].tabIndex = selected ? 0 : -1;
    });
  }

  private key(event: KeyboardEvent): void {
    const at = this.tabs.findIndex(({ id }) => id === this.current);
    const steps: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + this.tabs.length) % this.tabs.length;
    this.show(this.tabs[index].id);
    this.buttons[index].focus();
  }
}
