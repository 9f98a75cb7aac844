// Operations of a contract that does not exist, by their names and inputs.
import { camel, inputWords, wordsOf } from '../../src/init/naming/names.ts';
import { namingOf } from '../../src/init/naming/naming.ts';
import type { Input, ListedOperation } from '../../src/init/operations/operations.ts';
import type { Outcome } from '../../src/init/operations/outcomes.ts';

/** `name`: required value; `name?`: optional value; `name~`: one in a contract that has every text optional; `name[]`: list of values; `name{}`: an object. */
function input(text: string): Input {
  const key = text.replace(/[^\w@]/g, '');
  const words = inputWords(key);
  const simple = !text.endsWith('{}');
  const scalar = simple && !text.endsWith('[]');
  const list = text.endsWith('[]');
  const mayBeAbsent = text.endsWith('?');
  const required = !mayBeAbsent && !text.endsWith('~');
  return { key, nameWords: words, variable: camel(wordsOf(key)), scalar, simple, required, mayBeAbsent, list };
}

/** `-> []`: one list; `-> a b`: an object with these values. */
function outcome(text: string): Outcome {
  const values = text.split(' ').slice(1);
  return values[0] === '[]' ? { isList: true, items: [], values: [] } : { isList: false, items: [], values };
}

export function listed(name: string, inputs: readonly string[], port: string): ListedOperation {
  const operation = { name, portType: { ns: 'urn:x', local: port } } as ListedOperation['operation'];
  const found = inputs.find((one) => one.startsWith('->'));
  const sent = inputs.filter((one) => one !== found).map(input);
  return {
    operation,
    ambiguous: false,
    naming: namingOf([]),
    inputs: sent,
    ...(found ? { outcome: outcome(found) } : {}),
  };
}
