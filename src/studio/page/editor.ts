// A text that people edit, with marks of variables behind it.
import type { Mark, ShownMessage } from '../protocol/api.ts';
import { h } from './dom.ts';

/** Colours repeat after these. */
const COLOURS = 8;

export function colourOf(variable: number): string {
  return `v${variable % COLOURS}`;
}

/** `follows`: it is made from the other side. */
export type Role = 'written' | 'example' | 'follows';

const BADGES = { written: 'you write here', example: 'example: write here', follows: 'follows' } as const;

export class Editor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  private readonly backdrop: HTMLPreElement;
  private readonly problem: HTMLParagraphElement;
  private readonly badge: HTMLElement;
  private marks: readonly Mark[] = [];
  private active: number | undefined = undefined;

  constructor(label: string, id: string, onInput: () => void) {
    this.backdrop = h('pre', { class: 'backdrop', 'aria-hidden': 'true' });
    this.problem = h('p', { class: 'pane-problem', id: `${id}-problem`, hidden: true });
    this.badge = h('span', { class: 'badge' });
    this.area = h('textarea', {
      id,
      'aria-describedby': `${id}-problem ${id}-badge`,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      oninput: () => {
        this.render([]);
        onInput();
      },
      onscroll: () => this.align(),
    });
    this.badge.id = `${id}-badge`;
    this.element = h(
      'section',
      { class: 'pane' },
      h('header', {}, h('label', { for: id }, label), this.badge),
      h('div', { class: 'editor' }, this.backdrop, this.area),
      this.problem,
    );
  }

  get text(): string {
    return this.area.value;
  }

  /** A text that the person has written is left alone. */
  show({ text, marks, problem }: ShownMessage, role: Role): void {
    const source = role === 'written';
    if (!source || this.area.value === '') this.replace(text);
    this.area.rows = Math.min(26, Math.max(4, this.area.value.split('\n').length + 1));
    this.element.classList.toggle('source', source);
    this.badge.textContent = BADGES[role];
    this.problem.textContent = problem ?? '';
    this.problem.hidden = problem === undefined;
    this.area.toggleAttribute('aria-invalid', false);
    if (problem !== undefined) this.area.setAttribute('aria-invalid', 'true');
    this.render(this.area.value === text ? marks : []);
  }

  /** Where all of the text is selected, the new one is: what is typed next takes its place. */
  replace(text: string): void {
    const { area } = this;
    if (area.value === text) return;
    const isSelected =
      document.activeElement === area && area.selectionStart === 0 && area.selectionEnd === area.value.length;
    area.value = text;
    if (isSelected) area.select();
  }

  /** Shows where the value of this variable stands. */
  activate(variable: number | undefined): void {
    this.active = variable;
    this.render(this.marks);
  }

  private render(marks: readonly Mark[]): void {
    this.marks = marks;
    const text = this.area.value;
    const pieces: (Node | string)[] = [];
    let at = 0;
    for (const { start, end, variable } of marks) {
      const active = variable === this.active ? ' active' : '';
      pieces.push(text.slice(at, start), ...marked(text.slice(start, end), colourOf(variable) + active));
      at = end;
    }
    this.backdrop.replaceChildren(...pieces, `${text.slice(at)}\n`);
    this.align();
  }

  private align(): void {
    this.backdrop.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }
}

/** Without the indentation of further lines, so that a mark has the shape of its text. */
function marked(text: string, colour: string): (Node | string)[] {
  return text
    .split(/(\s*\n\s*)/)
    .map((part, i) => (i % 2 === 1 || part === '' ? part : h('mark', { class: colour }, part)));
}
