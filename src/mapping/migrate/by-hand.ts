// Words of version 1 that say more than a rewriting could: what to write in their place.
import { type Document, visit } from 'yaml';
import { type EditablePair, keyOf } from './document.ts';

const NOW: ReadonlyMap<string, string> = new Map([
  ['project', 'write "{record|view(fields, expand, simple)}" as the body, and what it shows under converters: view'],
  ['mayLack', 'set optional: true at the rows, rules and types that a contract may lack'],
  ['patterns', 'write what $use names where it is used'],
]);

interface LeftWord {
  readonly pair: EditablePair;
  readonly now: string;
}

export function leftWords(document: Document.Parsed): readonly LeftWord[] {
  const left: LeftWord[] = [];
  visit(document, {
    Pair: (_key, pair) => {
      const now = NOW.get(keyOf(pair) ?? '');
      if (now !== undefined) left.push({ pair: pair as EditablePair, now });
    },
  });
  return left;
}
