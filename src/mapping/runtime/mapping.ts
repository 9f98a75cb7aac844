// Makes the checked table: rules are found from either side.
import { splitPath } from '../../pattern/text/path.ts';
import type { Lookup, Rule } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Mapping, MappingRule } from '../model/mapping.ts';
import { type Route, Trie } from './path-trie.ts';

export interface MappingPlan extends Omit<Mapping, 'lookup' | 'lookupSoap'> {
  readonly routes: readonly Route[];
  /** How many constants the SOAP request of a rule holds: the more, the earlier it is tried. */
  readonly weights: ReadonlyMap<Rule, number>;
  /** Rules that another one stands for when SOAP clients ask. */
  readonly hidden: ReadonlySet<Rule>;
}

const none: Lookup<MappingRule> = { kind: 'none' };

export function createMapping(plan: MappingPlan): Mapping {
  const { routes, weights, hidden, ...table } = plan;
  const trie = new Trie(routes);
  const rulesByElement = byElement(plan);
  return {
    ...table,
    lookup: (method, path) => lookup(trie, method, path),
    lookupSoap: (element) => rulesByElement.get(element) ?? [],
  };
}

function lookup(trie: Trie, method: string, path: string): Lookup<MappingRule> {
  const segments = splitPath(path);
  const leaves = trie.find(segments);
  if (leaves.length === 0) return none;
  const lookupMethod = method === 'HEAD' ? 'GET' : method;
  const rules =
    leaves.length === 1 ? leaves[0].get(lookupMethod) : leaves.flatMap((leaf) => leaf.get(lookupMethod) ?? []);
  if (rules !== undefined && rules.length > 0) return { kind: 'found', rules, segments };
  const [instead] = trie.near(segments).flatMap((leaf) => leaf.get(lookupMethod) ?? []);
  return { kind: 'method', allow: allowed(leaves), instead: instead?.request.rest.template };
}

/** RFC 9110 §9.3.2: whoever answers GET answers HEAD. */
function allowed(leaves: readonly ReadonlyMap<string, unknown>[]): string[] {
  const methods = new Set(leaves.flatMap((leaf) => [...leaf.keys()]));
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].toSorted();
}

function byElement({ rules, weights, hidden }: MappingPlan): ReadonlyMap<string, readonly MappingRule[]> {
  const rulesByElement = new Map<string, MappingRule[]>();
  for (const rule of rules) {
    if (rule.direction === 'rest-to-soap' || hidden.has(rule)) continue;
    const element = rule.operation.input.body[0];
    const key = element === undefined ? '' : clark(element.name);
    const same = rulesByElement.get(key);
    if (same) same.push(rule);
    else rulesByElement.set(key, [rule]);
  }
  for (const list of rulesByElement.values()) list.sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  return rulesByElement;
}
