// Variables that functions of module.ts take beside their value: `{record|short(kind)}`.

import type { Place } from '../../errors/errors.ts';
import type { ConverterCall } from '../../pattern/text/hole.ts';
import type { Report } from '../syntax/report.ts';
import type { Use, Variable } from './scope.ts';

/** They must be bound before it runs: by the request, for a placeholder in a response. */
export function argumentsOf(
  { name, args }: ConverterCall,
  { name: holeName, scope, uses }: Variable,
  place: Place,
  report: Report,
): number[] | undefined {
  if (args.length === 0) return undefined;
  return args.flatMap((arg) => {
    const variable = scope?.get(arg);
    if (scope === undefined || scope.ofItems || uses.some(isInRequest))
      report.add('MAPPING_UNSUPPORTED', `${name}(…) at {${holeName}} takes arguments only in a response`, place);
    else if (!variable?.uses.some(isInRequest))
      report.add('MAPPING_NAMES', `{${arg}}, an argument of ${name}, is in no request`, place, scope.suggest(arg));
    return variable ? [variable.number] : [];
  });
}

function isInRequest({ side }: Use): boolean {
  return side === 'rest.request' || side === 'soap.request';
}
