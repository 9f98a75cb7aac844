// Routes of operations whose name has no verb: `orderStatus(orderNumber)` asks for the status of an order.

import { aspectWords, wholeWords } from '../inference/nouns.ts';
import { kebab, operationWords, plural } from '../naming/names.ts';
import { bareName } from '../naming/naming.ts';
import { mayChange } from '../naming/safety.ts';
import { fitsPath, fitsQuery, spread } from '../operations/input-places.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { isIdOf } from './ids.ts';
import type { NewRoute } from './route.ts';

/** Only where a required input is the id of all words but the last, and that one is known to be no verb, and no input its new value: a GET must be safe. `shipmentResetStatus(shipmentId)` resets. */
export function phraseRoutes(listed: ListedOperation): NewRoute[] {
  const tokens = operationWords(bareName(listed), 2);
  if (tokens.length < 2 || !aspectWords.includes(tokens.at(-1)!)) return [];
  const owner = tokens.slice(0, -1);
  const aspect = tokens.at(-1)!;
  const required = listed.inputs.filter((input) => input.required && fitsPath(input));
  const id =
    required.find((input) => isIdOf(input, { nameWords: owner })) ??
    (required.length === 1 && !owner.some(mayChange) ? required.find(({ key }) => key === shortId(owner)) : undefined);
  const remainingInputs = listed.inputs.filter((input) => input !== id);
  const isSet = remainingInputs.some(({ nameWords }) => nameWords.at(-1) === aspect);
  const queryInputs = spread(remainingInputs);
  if (id === undefined || isSet || !queryInputs.every(fitsQuery)) return [];
  const nouns = kebab(plural(owner));
  const path = `/${nouns}/{${id.variable}}`;
  const reason = `it has no verb; "${aspect}" is of what ${id.key} is the id of`;
  const query = queryInputs.map(({ variable }) => variable!);
  const base = { method: 'GET', query, style: 'resource', group: nouns, reason } as const;
  return [...(wholeWords.includes(aspect) ? [{ ...base, path }] : []), { ...base, path: `${path}/${aspect}` }];
}

/** `pid` of a patient. */
function shortId(owner: readonly string[]): string {
  return `${owner.map((token) => token.charAt(0)).join('')}id`;
}
