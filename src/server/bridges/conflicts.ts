// Refuses bridges of one process that share paths.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Rule } from '../../rule/rule.ts';
import { owns } from '../http/prefixes.ts';
import type { Bridge } from './bridge.ts';
import { pathOf, pathSet } from './document-paths.ts';

type Loaded = Pick<Bridge, 'settings' | 'mapping' | 'rules' | 'endpoint'>;

/** Problems of rules that a rule of an earlier bridge, a pass-through path or a SOAP address hides. */
export function conflicts(bridges: readonly Loaded[]): SoapstoneError[] {
  const rest = bridges.filter(({ endpoint }) => endpoint === undefined);
  return [
    ...bridges.flatMap(empty),
    ...sameRoutes(bridges, rest),
    ...sameAddresses(bridges, rest),
    ...hiddenDocuments(bridges, rest),
  ];
}

function empty({ rules, settings }: Loaded): SoapstoneError[] {
  if (rules.length > 0) return [];
  return [
    problem(
      `no rule of bridge "${settings.name}" can be presented as ${settings.present}: all are for the other direction only`,
    ),
  ];
}

function sameRoutes(bridges: readonly Loaded[], rest: readonly Loaded[]): SoapstoneError[] {
  const problems: SoapstoneError[] = [];
  const owners = new Map<string, Loaded>();
  for (const bridge of rest) {
    for (const rule of bridge.rules) {
      const shape = `${rule.request.rest.method} ${rule.request.rest.template.split('?', 1)[0].replace(/\{[^}]*\}/g, '{}')}`;
      const owner = owners.get(shape);
      if (owner === undefined) owners.set(shape, bridge);
      else if (owner !== bridge) problems.push(unreachable(rule, `bridge "${owner.settings.name}" has the same path`));
      problems.push(...underPrefix(bridges, rule));
    }
  }
  return problems;
}

function underPrefix(bridges: readonly Loaded[], rule: Rule): SoapstoneError[] {
  return bridges
    .filter(({ settings }) => owns(settings.passThrough, rule.request.rest.template))
    .map(({ settings }) => unreachable(rule, `bridge "${settings.name}" has a pass-through for its path`));
}

/** A SOAP or MCP endpoint takes every request at its path. */
function sameAddresses(bridges: readonly Loaded[], rest: readonly Loaded[]): SoapstoneError[] {
  const owners = new Map<string, Loaded>();
  return bridges.flatMap((bridge) => {
    const { endpoint: path } = bridge;
    if (path === undefined) return [];
    const owner = owners.get(path) ?? rest.find(({ mapping }) => has(mapping, path)) ?? passing(bridges, path);
    owners.set(path, bridge);
    if (owner === undefined) return [];
    const names = `bridges "${owner.settings.name}" and "${bridge.settings.name}"`;
    return [problem(`${names} both serve ${path}`, 'give one of them another path')];
  });
}

/** A path that a setting names for a document must be free. A default path may be hidden by rules. */
function hiddenDocuments(bridges: readonly Loaded[], rest: readonly Loaded[]): SoapstoneError[] {
  const kinds = ['openapi', 'docs', 'catalog'] as const;
  const pages = new Set(rest.flatMap((bridge) => pathOf(bridge, 'docs') ?? []));
  return rest.flatMap((bridge) =>
    kinds.flatMap((kind) => {
      const { name } = bridge.settings;
      const path = pathSet(bridge, kind);
      if (path === undefined) return [];
      const subject = `${kind} of bridge "${name}" cannot be served at ${path}`;
      const hint = 'give it another path';
      if (kind === 'openapi' && pages.has(path)) return [problem(`${subject}: that is the path of a docs page`, hint)];
      const owner =
        rest.find(({ mapping }) => has(mapping, path, 'GET')) ??
        bridges.find(({ endpoint }) => endpoint === path) ??
        passing(bridges, path);
      return owner ? [problem(`${subject}: bridge "${owner.settings.name}" serves that path`, hint)] : [];
    }),
  );
}

function passing(bridges: readonly Loaded[], path: string): Loaded | undefined {
  return bridges.find(({ settings }) => owns(settings.passThrough, path));
}

function has(mapping: Loaded['mapping'], path: string, method = 'POST'): boolean {
  try {
    return mapping.lookup(method, path).kind !== 'none';
  } catch {
    // Not a path of REST rules.
    return false;
  }
}

function problem(message: string, suggestion?: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message, { suggestion });
}

function unreachable(rule: Rule, reason: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', `this rule can never match: ${reason}`, { place: rule.place, rule: rule.id });
}
