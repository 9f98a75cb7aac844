// The rules of the table: a list box of any length, of which only the visible part is in the page (WAI-ARIA APG, Listbox).
import type { ListedRule } from '../protocol/api.ts';
import { counted, h } from './dom.ts';

/** Height of a rule in CSS pixels, as in studio.css. */
const HEIGHT = 52;
/** Rules above and below the visible part. */
const MARGIN = 6;

export class RuleList {
  readonly element: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly box: HTMLDivElement;
  private readonly count: HTMLElement;
  private readonly onChoose: (rule: ListedRule) => void;
  private rules: readonly ListedRule[] = [];
  private matching: readonly ListedRule[] = [];
  private current = -1;
  private chosen: string | undefined = undefined;
  /** Length of the beginning that all paths share: there is no room for it. */
  private shared = 0;

  constructor(onChoose: (rule: ListedRule) => void) {
    this.onChoose = onChoose;
    this.search = h('input', {
      type: 'search',
      id: 'rule-search',
      placeholder: 'Search rules  ( / )',
      'aria-label': 'Search rules by path, id or operation',
      'aria-controls': 'rule-list',
      oninput: () => this.filter(),
      onkeydown: (event) => this.key(event as KeyboardEvent),
    });
    this.count = h('p', { class: 'quiet', role: 'status' });
    this.box = h('div', {
      id: 'rule-list',
      class: 'rule-list',
      role: 'listbox',
      tabindex: 0,
      'aria-label': 'Rules',
      onscroll: () => this.render(),
      onkeydown: (event) => this.key(event as KeyboardEvent),
    });
    this.element = h('div', { class: 'rules' }, this.search, this.count, this.box);
    new ResizeObserver(() => this.render()).observe(this.box);
  }

  focusSearch(): void {
    this.search.focus();
    this.search.select();
  }

  show(rules: readonly ListedRule[]): void {
    this.rules = rules;
    this.shared = sharedLength(rules.map(({ path }) => path));
    this.filter();
  }

  mark(id: string | undefined): void {
    this.chosen = id;
    this.current = this.matching.findIndex((rule) => rule.id === id);
    this.render();
  }

  private filter(): void {
    const words = this.search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    this.matching = this.rules.filter(({ id, method, path, operation }) => {
      const text = `${method} ${path} ${id} ${operation}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const all = counted(this.rules.length, 'rule');
    this.count.textContent = words.length === 0 ? all : `${this.matching.length} of ${all}`;
    this.current = this.matching.findIndex(({ id }) => id === this.chosen);
    this.box.scrollTop = 0;
    this.render();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.box.clientHeight / HEIGHT) - 1);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const last = this.matching.length - 1;
    const inSearch = event.target === this.search;
    if (event.key in steps) this.move(Math.max(0, Math.min(last, this.current + steps[event.key])));
    else if (event.key === 'Home' && !inSearch) this.move(0);
    else if (event.key === 'End' && !inSearch) this.move(last);
    else if (event.key === 'Enter' || (event.key === ' ' && !inSearch)) this.choose(Math.max(0, this.current));
    else return;
    event.preventDefault();
  }

  private move(index: number): void {
    if (this.matching.length === 0) return;
    this.current = index;
    const top = index * HEIGHT;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop) this.box.scrollTop = top;
    else if (top + HEIGHT > scrollTop + clientHeight) this.box.scrollTop = top + HEIGHT - clientHeight;
    this.render();
  }

  private choose(index: number): void {
    const rule = this.matching[index];
    if (rule === undefined) return;
    this.current = index;
    this.chosen = rule.id;
    this.render();
    this.onChoose(rule);
  }

  private render(): void {
    const { scrollTop, clientHeight } = this.box;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - MARGIN);
    const end = Math.min(this.matching.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + MARGIN);
    const spacer = h('div', { class: 'spacer', role: 'presentation' });
    spacer.style.height = `${this.matching.length * HEIGHT}px`;
    for (let i = first; i < end; i++) spacer.append(this.option(i));
    // The current one may be outside of the visible part, and must be in the page all the same.
    if (this.current >= 0 && (this.current < first || this.current >= end)) spacer.append(this.option(this.current));
    this.box.replaceChildren(spacer);
    if (this.current >= 0) this.box.setAttribute('aria-activedescendant', `rule-${this.current}`);
    else this.box.removeAttribute('aria-activedescendant');
  }

  private option(index: number): HTMLElement {
    const { id, method, path, operation, only } = this.matching[index];
    const text = this.shared === 0 ? path : `…${path.slice(this.shared)}`;
    const detail = `${id} → ${operation}${only === undefined ? '' : ` · only ${only}`}`;
    const option = h(
      'div',
      {
        id: `rule-${index}`,
        class: index === this.current ? 'rule current' : 'rule',
        role: 'option',
        'aria-selected': String(id === this.chosen),
        'aria-setsize': this.matching.length,
        'aria-posinset': index + 1,
        title: `${method} ${path}\n${detail}`,
        onclick: () => this.choose(index),
      },
      h('span', { class: 'rule-line' }, h('b', { class: `method ${method.toLowerCase()}` }, method), ' ', text),
      h('span', { class: 'rule-detail' }, detail),
    );
    option.style.top = `${index * HEIGHT}px`;
    return option;
  }
}

/** Shorter ones stay. */
const SHORT = 12;

/** Whole segments, without the last one of any path. */
function sharedLength([first = '', ...others]: readonly string[]): number {
  const segments = first.split('/').slice(0, -1);
  let length = 0;
  for (const segment of segments) {
    const next = first.slice(0, length + segment.length + 1);
    if (!others.every((path) => path.startsWith(next))) break;
    length = next.length;
  }
  return length - 1 > SHORT ? length - 1 : 0;
}
