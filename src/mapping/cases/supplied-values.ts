// What the gateway supplies, as cases have it.
import type { Json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { sampleOf } from '../runtime/credential-part.ts';
import type { Case } from './cases.ts';

/** Values that the gateway supplies, the same in every run. */
const SUPPLIED: ReadonlyMap<string, Json> = new Map([
  ['$now', stringOf('2000-01-01T00:00:00.000Z')],
  ['$uuid', stringOf('00000000-0000-4000-8000-000000000000')],
]);

/** `{$host}` comes from the Host header of the REST request. Without one, its value is its own name. */
export function supplied(rule: Rule, bindings: Bindings, { rest }: Case): Bindings {
  const { headers } = rest.request;
  if (headers.host !== undefined) rule.take?.(bindings, { headers });
  rule.variables.forEach((name, i) => {
    bindings[i] ??= SUPPLIED.get(name) ?? (name.startsWith('$host') ? stringOf(name.slice(1)) : undefined);
  });
  return bindings;
}

/** In place of a field of a credential, where its type allows it. */
const MASK = '***';

/** With a sample of its type for each field of the credential: no case has a secret. */
export function withCredential(rule: Rule, bindings: Bindings): Bindings {
  const values = bindings.slice();
  for (const { variable, text } of rule.credentialFields ?? []) values[variable] = sampleOf(text, MASK);
  return values;
}
