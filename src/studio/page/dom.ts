// Elements of the page, made by functions.

type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;
type Child = Node | string | undefined | false;

/** `on…` attributes are listeners; false and undefined leave an attribute out. Text is never read as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function button(label: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...attributes }, label);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A text that the keyboard can scroll. */
export function codeBox(label: string, text: string): HTMLElement {
  return h('pre', { class: 'code-box', tabindex: 0, role: 'region', 'aria-label': label }, text);
}

/** For screen readers: what has changed, where the eye sees it. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (region) region.textContent = text;
}
