// Law 1 of the design: both sides of a pair share their names, or a default stands in, or the rule runs one way only.
import type { Report } from '../report.ts';
import type { Direction } from '../rule.ts';
import type { Scope, Spot, Variable } from './scope.ts';

/** Where a variable must get its value from before `spot` can be filled, by direction. */
const SOURCES: Record<Direction, readonly (readonly [filled: Spot, from: readonly Spot[]])[]> = {
  'rest-to-soap': [
    ['soap.request', ['rest.request']],
    ['rest.reply', ['rest.request', 'soap.reply']],
  ],
  'soap-to-rest': [
    ['rest.request', ['soap.request']],
    ['soap.reply', ['soap.request', 'rest.reply']],
  ],
};

const SIDES: Record<Spot, string> = {
  'rest.request': 'the REST request',
  'soap.request': 'the SOAP request',
  'rest.reply': 'the REST reply',
  'soap.reply': 'the SOAP reply',
};

export function checkNames(scope: Scope, only: Direction | undefined, report: Report): void {
  const directions: readonly Direction[] = only === undefined ? ['rest-to-soap', 'soap-to-rest'] : [only];
  const told = new Set<string>();
  for (const variable of scope.all()) {
    if (variable.name.startsWith('$')) continue;
    for (const direction of directions) {
      for (const [filled, from] of SOURCES[direction]) check(variable, filled, from, scope, report, told);
    }
  }
}

function check(v: Variable, filled: Spot, from: readonly Spot[], scope: Scope, report: Report, told: Set<string>): void {
  const use = v.uses.find((u) => u.spot === filled);
  if (use === undefined || told.has(v.name)) return;
  const sources = v.uses.filter((u) => from.includes(u.spot));
  if (sources.length === 0) {
    if (use.fallback || use.optional) return;
    told.add(v.name);
    const hint = scope.suggest(v.name) ?? `add it to ${SIDES[from[0]]}, give it a default, or say only:`;
    report.add('MAPPING_NAMES', `{${v.name}} stands in ${SIDES[filled]}, but not in ${from.map((s) => SIDES[s]).join(' or ')}`, use.place, hint);
    return;
  }
  if (use.optional || use.fallback || sources.some((s) => !s.optional || s.fallback)) return;
  told.add(v.name);
  report.add(
    'MAPPING_NAMES',
    `{${v.name}} may be absent in ${SIDES[sources[0].spot]}, but ${SIDES[filled]} needs it`,
    sources[0].place,
    `give it a default: {${v.name}=…}, or make it required`,
  );
}
