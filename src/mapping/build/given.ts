// Variables of a rule that each call is given: the fields of its credential.
import { stringText } from '../../pattern/plain-text.ts';
import { didYouMean } from '../nearest.ts';
import type { Given } from '../rule.ts';
import { CREDENTIAL, isGiven } from '../supplied.ts';
import { isList, nameOfType, textOf } from '../variables.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope } from './scope.ts';

/** Reports fields that no credential has, and places that they cannot stand at. undefined: the rule has none. */
export function givenOf(scope: Scope, { codec, report, credential }: BuildContext): readonly Given[] | undefined {
  const found: Given[] = [];
  for (const { name, number: variable, type, uses } of scope.all()) {
    if (!isGiven(name)) continue;
    const { place } = uses[0];
    const field = name.slice(CREDENTIAL.length);
    if (!credential.includes(field)) {
      const hint = didYouMean(field, credential) ?? 'auth: { credential: [ … ] } of the table names them';
      report.add('MAPPING_NAMES', `no credential has the field {${name}}`, place, hint);
    }
    const reply = uses.find(({ spot }) => spot === 'rest.reply' || spot === 'soap.reply');
    if (reply) report.add('MAPPING_PATTERN', `{${name}} cannot stand in a reply`, reply.place);
    const text = isList(type) ? undefined : textOf(type, codec);
    if (text === undefined && type)
      report.add('MAPPING_TYPE', `{${name}} is a text; this is ${nameOfType(type, codec)}`, place);
    found.push({ name, variable, text: text ?? stringText });
  }
  for (const items of scope.inner.values())
    for (const { name, uses } of items.all())
      if (isGiven(name)) report.add('MAPPING_UNSUPPORTED', `{${name}} cannot stand in a list`, uses[0].place);
  return found.length === 0 ? undefined : found;
}
