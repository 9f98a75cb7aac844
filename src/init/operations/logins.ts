// Which operations begin a session, by their names.
import { loginWords } from '../inference/ids.ts';
import { endsWith, operationWords } from '../naming/names.ts';

/** Of the operation that begins a session. */
export function isLogin({ operation: { name } }: { readonly operation: { readonly name: string } }): boolean {
  const text = ` ${operationWords(name).join(' ')} `;
  return loginWords.some((phrase) => text.includes(` ${phrase} `)) && !endsWith(operationWords(name), ['out']);
}
