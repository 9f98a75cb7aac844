// Colours of lines for people: on a terminal or with FORCE_COLOR, never with NO_COLOR (https://no-color.org).
import { styleText } from 'node:util';
import { printable } from './printable.ts';

type Style = Parameters<typeof styleText>[0];

/** A label, then `file:line:col`, `[rule]` and `CODE:`. */
const LINE = /^(note:|ok(?= )|failed(?= ))?(\s*[^\s:]+:\d+(?::\d+)?)?(\s*\[[^\]\s]+\])?(\s*[A-Z_]{4,}:)?/;

const LABELS = new Map<string, Style>([
  ['note:', 'yellow'],
  ['ok', 'green'],
  ['failed', 'red'],
]);

/** A line of `check` or `test`, as the stream can show it; its own control characters do nothing. */
export function painted(text: string, stream: NodeJS.WriteStream): string {
  const line = printable(text);
  const [whole, label = '', place = '', rule = '', code = ''] = LINE.exec(line)!;
  const parts: readonly (readonly [string, Style])[] = [
    [label, LABELS.get(label) ?? 'reset'],
    [place, 'bold'],
    [rule, 'cyan'],
    [code, 'red'],
  ];
  return parts.map(([text, style]) => paint(style, text, stream)).join('') + line.slice(whole.length);
}

export function paint(style: Style, text: string, stream: NodeJS.WriteStream): string {
  return text === '' ? '' : styleText(style, text, { stream });
}
