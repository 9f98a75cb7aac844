// Variables that a fill of the REST side cannot do without, and places that may be empty. Knows nothing about how either is written.

import type { Needed } from '../runtime/rest-request.ts';
import type { Row } from '../syntax/row.ts';
import { namesInPath, namesInRequest, namesInResponse } from './names-in.ts';
import type { Scope, Side, Variable } from './scope.ts';

/** Absence matches where no place of the contract's side demands a value. */
export function isOptional({ uses }: Variable, spot: Side): boolean {
  const here = uses.filter((use) => use.spot === spot);
  return here.length > 0 && here.every((use) => use.optional || use.fallback);
}

/** `half`: of the rule. */
export function neededIn(row: Row, scope: Scope, half: 'request' | 'reply'): Needed[] {
  const inPath = new Set(half === 'request' ? namesInPath(row) : []);
  const names = new Set(half === 'request' ? namesInRequest(row) : namesInResponse(row));
  const variables: Needed[] = [];
  for (const variable of scope.all()) {
    const uses = variable.uses.filter((use) => use.spot === `rest.${half}`);
    if (uses.length === 0 || variable.name.startsWith('$') || !names.has(variable.name)) continue;
    const must = inPath.has(variable.name) || uses.some((use) => use.required);
    const may = isOptional(variable, `soap.${half}`) || uses.every((use) => use.optional || use.fallback);
    if (must || !may) variables.push({ name: variable.name, variable: variable.number });
  }
  return variables;
}
