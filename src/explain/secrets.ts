// Masks secrets, even those that the user typed: outputs of explain end up in tickets.
import { type IsSecret, isSecretName, MASK, secretNamesBut } from '../capture/secret-names.ts';
import { valueMasker } from '../capture/secret-values.ts';
import { toJs } from '../json/value.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { pathNames } from '../mapping/runtime/path-names.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';

const SUPPLIED = '$';

export { MASK };

/** Names like those of secrets, but for the ids of the table. */
export function secretNamesOf({ rules }: Pick<Mapping, 'rules'>, rule: Rule | undefined): IsSecret {
  return secretNamesBut(pathNames(rules, rule));
}

/** Variables that the gateway supplies (`$…`), and those named like secrets. */
export function secretVariables(mapping: Pick<Mapping, 'rules'>, rule: Rule | undefined): IsSecret {
  const isSecretName = secretNamesOf(mapping, rule);
  return (name) => name.startsWith(SUPPLIED) || isSecretName(name);
}

/** Masks the values of secret variables in a line, in any written form. */
type Masker = (line: string) => string;

/** Messages are written with the true values, since a mask would not fit their types. */
export function maskerOf(rule: Rule, bindings: Bindings, isSecretVariable: IsSecret): Masker {
  return valueMasker(secretValues(rule, bindings, isSecretVariable));
}

/** Texts in the variables whose names are secret. */
export function secretValues(rule: Rule, bindings: Bindings, isName: (name: string) => boolean): string[] {
  return bindings.flatMap((value, i) => (value && isName(rule.variables[i]) ? leaves(toJs(value)) : []));
}

export function maskedHeader(name: string, value: string): string {
  return isSecretName(name) ? MASK : value;
}

function leaves(value: unknown): string[] {
  if (value === null || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [String(value)];
}
