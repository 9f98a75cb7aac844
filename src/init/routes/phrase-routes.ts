// Routes of operations whose name has no verb: `orderStatus(orderNumber)` asks for the status of an order.

import { aspectWords, wholeWords } from '../inference/nouns.ts';
import { kebab, operationWords, plural } from '../naming/names.ts';
import { bareName } from '../naming/naming.ts';
import { fitsPath, fitsQuery, spread } from '../operations/input-places.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { isIdOf } from './ids.ts';
import type { NewRoute } from './route.ts';

/** Only where a required input is the id of the first words, and the last word is known to be no verb: a GET must be safe. */
export function phraseRoutes(listed: ListedOperation): NewRoute[] {
  const tokens = operationWords(bareName(listed), 2);
  if (tokens.length < 2 || !aspectWords.includes(tokens.at(-1)!)) return [];
  const starts = tokens.slice(0, -1).map((_, i) => tokens.slice(0, i + 1));
  for (const owner of starts.toReversed()) {
    const required = listed.inputs.filter((input) => input.required && fitsPath(input));
    const id =
      required.find((input) => isIdOf(input, { nameWords: owner })) ??
      (required.length === 1 ? required.find(({ key }) => key === shortId(owner)) : undefined);
    const queryInputs = spread(listed.inputs.filter((input) => input !== id));
    if (id === undefined || !queryInputs.every(fitsQuery)) continue;
    const [nouns, aspect] = [kebab(plural(owner)), tokens.slice(owner.length)];
    const path = `/${nouns}/{${id.variable}}`;
    const reason = `it has no verb; "${aspect.join(' ')}" is of what ${id.key} is the id of`;
    const query = queryInputs.map(({ variable }) => variable!);
    const base = { method: 'GET', query, style: 'resource', group: nouns, reason } as const;
    const isWhole = aspect.length === 1 && wholeWords.includes(aspect[0]);
    return [...(isWhole ? [{ ...base, path }] : []), { ...base, path: `${path}/${kebab(aspect)}` }];
  }
  return [];
}

/** `pid` of a patient. */
function shortId(owner: readonly string[]): string {
  return `${owner.map((token) => token.charAt(0)).join('')}id`;
}
