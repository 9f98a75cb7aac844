// Contracts whose generator marks nearly every text as optional (spyne, .NET) or as nillable (Axis), whatever the service needs: there that says nothing.
import { credentialWords, strongIdWords } from '../inference/ids.ts';
import { pageWords } from '../inference/responses.ts';
import { endsWith, operationWords } from '../naming/names.ts';
import { verbOf } from '../naming/verbs.ts';
import { isLogin } from './logins.ts';
import type { Input, ListedOperation } from './operations.ts';

/** Texts with another mark than most, of all outside of logins: so few that a generator made the mark. Where it differs, an author did. */
const FEW = 0.2;

/** The same operations; where optional says nothing, no input is one that may be absent. */
export function withoutEmptyAbsence(all: readonly ListedOperation[]): ListedOperation[] {
  const texts = all.flatMap((listed) => (isLogin(listed) ? [] : listed.inputs.filter(({ isText }) => isText)));
  const nullable = texts.filter(({ mayBeNull }) => mayBeNull).length;
  const optional = texts.filter(({ required, mayBeNull }) => !required && !mayBeNull).length;
  const exceptions = texts.length - Math.max(nullable, optional);
  return exceptions <= texts.length * FEW ? all.map(withoutAbsence) : [...all];
}

function withoutAbsence(listed: ListedOperation): ListedOperation {
  const ids = presentIds(listed);
  const present = (input: Input): Input => ({
    ...input,
    mayBeAbsent: false,
    required: input.required || ids.includes(input),
    inside: input.inside?.map(present),
  });
  return { ...listed, inputs: listed.inputs.map(present) };
}

/** The one input that is an id by its name: only a list or a search does without. Of what is changed or deleted, all ids. */
function presentIds({ operation: { name }, inputs }: ListedOperation): readonly Input[] {
  const row = verbOf(operationWords(name))?.row;
  if (row?.method === 'GET' && row.withId === '/nouns') return [];
  const ids = inputs.filter(isId);
  if (ids.length === 0) return inputs.filter((input) => isCodeOf(input, operationWords(name))).slice(0, 1);
  const isChange = row !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(row.method);
  return ids.length === 1 || isChange ? ids : [];
}

/** Attributes are about the message, or say how to respond. */
function isId({ key, scalar, nameWords }: Input): boolean {
  const isPage = (pageWords.number as readonly string[]).includes(nameWords.join(' '));
  return (
    !key.startsWith('@') &&
    scalar &&
    strongIdWords.includes(nameWords.at(-1)!) &&
    !isPage &&
    !endsWith(nameWords, credentialWords)
  );
}

/** `partnerCode` of DeactivatePartner. */
function isCodeOf({ key, scalar, nameWords }: Input, tokens: readonly string[]): boolean {
  const about = nameWords.slice(0, -1).join(' ');
  return !key.startsWith('@') && scalar && nameWords.at(-1) === 'code' && about !== '' && endsWith(tokens, [about]);
}
