// Lines for people on standard output. Names, values and notes of contracts come from outside.
import { printable } from './printable.ts';

/** A text without colours; JSON stays equal, since `\u009b` is an escape of its own. */
export function say(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}
