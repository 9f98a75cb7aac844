// Where an input may stand: in a path, in a query, or in bodies alone.
import {
  credentialWords,
  messageAttributeWords,
  messageWords,
  personalWords,
  secretNames,
  secretWords,
} from '../inference/ids.ts';
import { pageWords } from '../inference/responses.ts';
import { endsWith } from '../naming/names.ts';
import type { Input } from './operations.ts';

export function fitsQuery({ simple, variable, nameWords: tokens }: Input): boolean {
  return simple && variable !== undefined && !isSecret(tokens) && !isPersonal(tokens);
}

export function fitsPath(input: Input): boolean {
  const { scalar, variable, nameWords: tokens, mayBeAbsent, isMeasure = false, isJobId = false } = input;
  const isCredential = endsWith(tokens, credentialWords) && !isJobId;
  const isKnown = scalar && variable !== undefined && !mayBeAbsent && !isMeasure;
  return (
    isKnown && !isSecret(tokens) && !isPersonal(tokens) && !isCredential && !isOfMessage(input) && !isCursor(tokens)
  );
}

/** `nextToken`: the first page has none, and a path cannot be without it. */
function isCursor(tokens: readonly string[]): boolean {
  return (
    ['token', 'cursor'].includes(tokens.at(-1)!) && (pageWords.cursor as readonly string[]).includes(tokens.join(' '))
  );
}

/** What authorities and banks know a person by: addresses stand in logs. */
function isPersonal(tokens: readonly string[]): boolean {
  return endsWith(tokens, personalWords);
}

/** `@EchoToken`: it comes back in the response, and names nothing. */
function isOfMessage({ key, nameWords }: Input): boolean {
  const name = nameWords.join(' ');
  return messageWords.includes(name) || (key.startsWith('@') && messageAttributeWords.includes(name));
}

function isSecret(tokens: readonly string[]): boolean {
  const name = tokens.join(' ');
  return secretNames.includes(name) || secretWords.some((phrase) => ` ${name} `.includes(` ${phrase} `));
}

/** Inputs of a question: what an object of values holds may stand in a query too. */
export function spread(inputs: readonly Input[]): Input[] {
  return withoutCounts(inputs).flatMap((input) =>
    input.flat && !input.isCredential ? withoutCounts(input.flat) : [input],
  );
}

/** `paging { pageNumber, pageSize, totalRecords?, hasMore? }` of requests and responses: the service alone says how many there are. */
function withoutCounts(inputs: readonly Input[]): readonly Input[] {
  const isNamed = ({ nameWords }: Input, phrases: readonly string[]) => phrases.includes(nameWords.join(' '));
  const positions = [...pageWords.number, ...pageWords.offset, ...pageWords.cursor, ...pageWords.mark];
  if (!inputs.some((input) => isNamed(input, positions))) return inputs;
  return inputs.filter((input) => input.required || !isNamed(input, [...pageWords.total, ...pageWords.more]));
}
