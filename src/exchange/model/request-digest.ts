// A digest of a request: the values that it binds, and the names of the rule's variables, which a reload may change.

import { createHash } from 'node:crypto';
import { textOf } from '../../json/value.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';

export function digestOf(rule: Rule, bindings: Bindings): string {
  const values = rule.variables.map((name, i) => [name, bindings[i] === undefined ? null : textOf(bindings[i])]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
