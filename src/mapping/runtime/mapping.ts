// The checked table: rules found from either side.

import type { Codec } from '../../codec/model/codec.ts';
import type { Contract } from '../../contract/model/contract.ts';
import { splitPath } from '../../pattern/text/path.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Auth } from '../model/auth.ts';
import type { Uncovered } from '../model/coverage.ts';
import type { Lookup, Mapping, Rule, UndecidedKey } from '../model/rule.ts';
import type { Info } from '../syntax/table.ts';
import type { ValueTable } from '../syntax/value-tables.ts';

import { type Route, Trie } from './path-trie.ts';

export interface MappingPlan {
  readonly rules: readonly Rule[];
  readonly routes: readonly Route[];
  readonly contract: Contract;
  readonly codec: Codec;
  readonly base: string;
  readonly media: string;
  readonly errorMedia?: string;
  readonly info: Info;
  readonly settings: ReadonlyMap<string, string>;
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly uncovered: readonly Uncovered[];
  readonly undecided: readonly UndecidedKey[];
  readonly auth: Auth;
  /** How many constants the SOAP request of a rule holds: the more, the earlier it is tried. */
  readonly weights: ReadonlyMap<Rule, number>;
  /** Rules that another one stands for when SOAP callers ask. */
  readonly hidden: ReadonlySet<Rule>;
}

const none: Lookup = { kind: 'none' };

export class CheckedMapping implements Mapping {
  readonly rules: readonly Rule[];
  readonly contract: Contract;
  readonly codec: Codec;
  readonly base: string;
  readonly media: string;
  readonly errorMedia?: string;
  readonly info: Info;
  readonly settings: ReadonlyMap<string, string>;
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly uncovered: readonly Uncovered[];
  readonly undecided: readonly UndecidedKey[];
  lacks: readonly string[] = [];
  readonly auth: Auth;
  private readonly trie: Trie;
  private readonly byElement: ReadonlyMap<string, readonly Rule[]>;

  constructor(plan: MappingPlan) {
    this.rules = plan.rules;
    this.contract = plan.contract;
    this.codec = plan.codec;
    this.base = plan.base;
    this.media = plan.media;
    this.errorMedia = plan.errorMedia;
    this.info = plan.info;
    this.settings = plan.settings;
    this.tables = plan.tables;
    this.uncovered = plan.uncovered;
    this.undecided = plan.undecided;
    this.auth = plan.auth;
    this.trie = new Trie(plan.routes);
    this.byElement = byElement(plan);
  }

  lookup(method: string, path: string): Lookup {
    const segments = splitPath(path);
    const leaves = this.trie.find(segments);
    if (leaves.length === 0) return none;
    const lookupMethod = method === 'HEAD' ? 'GET' : method;
    const rules =
      leaves.length === 1 ? leaves[0].get(lookupMethod) : leaves.flatMap((leaf) => leaf.get(lookupMethod) ?? []);
    if (rules !== undefined && rules.length > 0) return { kind: 'found', rules, segments };
    const [instead] = this.trie.near(segments).flatMap((leaf) => leaf.get(lookupMethod) ?? []);
    return { kind: 'method', allow: allowed(leaves), instead: instead?.request.rest.template };
  }

  lookupSoap(element: string): readonly Rule[] {
    return this.byElement.get(element) ?? [];
  }
}

/** RFC 9110 §9.3.2: whoever answers GET answers HEAD. */
function allowed(leaves: readonly ReadonlyMap<string, unknown>[]): string[] {
  const methods = new Set(leaves.flatMap((leaf) => [...leaf.keys()]));
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].toSorted();
}

function byElement({ rules, weights, hidden }: MappingPlan): ReadonlyMap<string, readonly Rule[]> {
  const rulesByElement = new Map<string, Rule[]>();
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
