// The variables of an exchange as buttons: the pressed one stands out in the messages.
import type { Translation } from '../protocol/api.ts';
import { h } from './dom.ts';
import { colourOf } from './editor.ts';

export class VariableChips {
  readonly element = h('ul', { class: 'variables', 'aria-label': 'Variables' });
  private readonly onActive: (variable: number | undefined) => void;

  /** `onActive`: undefined where none is pressed or pointed at. */
  constructor(onActive: (variable: number | undefined) => void) {
    this.onActive = onActive;
  }

  show({ variables, request, response }: Translation): void {
    const marked = new Set(
      [request, response].flatMap(({ rest, soap }) => [...rest.marks, ...soap.marks].map(({ variable }) => variable)),
    );
    const items = variables.flatMap(({ name, value }, i) =>
      value === undefined && !marked.has(i) ? [] : [h('li', {}, this.chip(name, value, i, marked.has(i)))],
    );
    this.element.replaceChildren(...items);
    this.onActive(undefined);
  }

  private chip(name: string, value: string | undefined, variable: number, isMarked: boolean): HTMLElement {
    const chip = h(
      'button',
      {
        type: 'button',
        class: isMarked ? `chip ${colourOf(variable)}` : 'chip',
        'aria-pressed': 'false',
        title: value,
        onclick: () => this.press(chip, variable),
        onmouseenter: () => this.onActive(variable),
        onmouseleave: () => this.onActive(this.pressed()),
      },
      h('b', {}, name),
      value === undefined ? undefined : h('span', {}, ` = ${short(value)}`),
    );
    chip.dataset['variable'] = String(variable);
    return chip;
  }

  private press(chip: HTMLButtonElement, variable: number): void {
    const pressed = chip.getAttribute('aria-pressed') === 'true';
    for (const each of this.element.querySelectorAll('.chip')) each.setAttribute('aria-pressed', 'false');
    chip.setAttribute('aria-pressed', String(!pressed));
    this.onActive(pressed ? undefined : variable);
  }

  private pressed(): number | undefined {
    const chip = this.element.querySelector<HTMLElement>('.chip[aria-pressed="true"]');
    return chip === null ? undefined : Number(chip.dataset['variable']);
  }
}

function short(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 39)}…`;
}
