// What the bridges of one process may not have in common.
import { SoapstoneError } from '../errors.ts';
import type { Rule } from '../mapping/rule.ts';
import type { Bridge } from './bridge.ts';
import { owns } from './shell/prefixes.ts';

type Loaded = Pick<Bridge, 'settings' | 'mapping'>;

/** Rules that a rule of an earlier bridge, or a pass-through path, would keep from ever being reached. */
export function conflicts(bridges: readonly Loaded[]): SoapstoneError[] {
  const problems: SoapstoneError[] = [];
  const taken = new Map<string, Loaded>();
  for (const bridge of bridges) {
    for (const rule of bridge.mapping.rules) {
      const shape = `${rule.request.rest.method} ${rule.request.rest.template.split('?', 1)[0].replace(/\{[^}]*\}/g, '{}')}`;
      const other = taken.get(shape);
      if (other === undefined) taken.set(shape, bridge);
      else if (other !== bridge) problems.push(unreachable(rule, `bridge "${other.settings.name}" has the same path`));
      problems.push(...underPrefix(bridges, rule));
    }
  }
  return problems;
}

function underPrefix(bridges: readonly Loaded[], rule: Rule): SoapstoneError[] {
  return bridges
    .filter(({ settings }) => owns(settings.passThrough, rule.request.rest.template))
    .map(({ settings }) => unreachable(rule, `bridge "${settings.name}" passes its path through`));
}

function unreachable(rule: Rule, why: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', `this rule can never match: ${why}`, { place: rule.place, rule: rule.id });
}
