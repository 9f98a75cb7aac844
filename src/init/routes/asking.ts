// Operations that ask and change nothing, whatever their verb: GET where path and query hold all inputs.

import { credentialWords, genericWords, idWords } from '../inference/ids.ts';
import { amountVerbs, askingVerbs, healthNames, notAfterCheck, usedWords, usingVerbs } from '../inference/words.ts';
import { endsWith } from '../naming/names.ts';
import { fitsQuery } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { NewRoute } from './route.ts';

/** `/labels/{labelId}/content` of PrintLabel(labelId). */
export function contentRoute(route: NewRoute, verb: string): NewRoute[] {
  const end = `}/${verb}`;
  if (route.method !== 'GET' || !route.path.endsWith(end)) return [];
  const path = `${route.path.slice(0, -verb.length)}content`;
  return [{ ...route, path, style: 'resource', reason: `${route.reason}, and its response is a file` }];
}

/** It changes nothing, and uses nothing up. */
export function isAsking(tokens: readonly string[], inputs: readonly Input[]): boolean {
  const [verb, second = ''] = tokens;
  if (amountVerbs.includes(verb))
    return inputs.some(({ isMeasure }) => isMeasure) && !inputs.some(({ nameWords }) => endsWith(nameWords, idWords));
  if (usingVerbs.includes(verb) && isUsing(tokens, inputs)) return false;
  const isHealth = inputs.length === 0 && healthNames.includes(tokens.join(' '));
  return isHealth || (askingVerbs.includes(verb) && !notAfterCheck.includes(second));
}

function isUsing(tokens: readonly string[], inputs: readonly Input[]): boolean {
  const isBare = tokens.length === 1 || !inputs.some(({ required }) => required);
  const isNamed = tokens.some((token) => (usedWords.names as readonly string[]).includes(token));
  return (
    isBare ||
    isNamed ||
    inputs.some(({ nameWords }) => nameWords.join(' ') === 'code' || endsWith(nameWords, usedWords.inputs))
  );
}

/** Addresses stand in logs. */
export function isOpenQuestion(input: Input): boolean {
  return fitsQuery(input) && !endsWith(input.nameWords, credentialWords);
}

/** A GET, where its query holds what the path does not. */
export function askingRoute({ inputs, wrapper }: ListedOperation, route: NewRoute): NewRoute {
  // `CheckOrder(order)` carries an order.
  if (wrapper && !genericWords.includes(wrapper.nameWords.at(-1)!)) return route;
  const questions = inputs.filter(({ variable }) => !route.path.includes(`{${variable}}`));
  if (!questions.every(isOpenQuestion)) return route;
  return { ...route, method: 'GET', query: questions.map(({ variable }) => variable!) };
}
