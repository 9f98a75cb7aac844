// Words of version 1 that say more than a rewriting could: what to write in their place.
import type { Document } from 'yaml';
import { asMap, type EditablePair, keyOf, mapsIn, pairOf } from './document.ts';

const NOW: ReadonlyMap<string, string> = new Map([
  ['project', 'write "{record|view(fields, expand, simple)}" as the body, and what it shows under converters: view'],
  ['draft', 'write calls: two of them, with resume: NAME in the second'],
  ['session', 'write login and logout under auth: front'],
  [
    'jobs',
    'write async: { submit, result } in the rule for the list or the request itself, and what all jobs share under async of the table',
  ],
  ['patterns', 'write what $use names where it is used'],
]);

interface LeftWord {
  readonly pair: EditablePair;
  readonly now: string;
}

/** Keys of the table, of its rules, and of their REST responses. What is deeper has names of its own. */
export function leftWords({ contents }: Document.Parsed): readonly LeftWord[] {
  const table = asMap(contents);
  const rules = mapsIn(pairOf(table, 'rules')?.value);
  const responses = rules.flatMap((rule) => mapsIn(pairOf(asMap(pairOf(rule, 'rest')?.value), 'response')?.value));
  return [table, ...rules, ...responses].flatMap((map) =>
    (map?.items ?? []).flatMap((pair) => {
      const now = NOW.get(keyOf(pair) ?? '');
      return now === undefined ? [] : [{ pair, now }];
    }),
  );
}
