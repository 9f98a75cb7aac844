// Makes the checked table: rules are found by request path, or by SOAP body element.

import { inSlices, mapped } from '../../event-loop/time-slices.ts';
import { matchSegments, type Segment } from '../../pattern/segments.ts';
import { problemOf } from '../../pattern/text/bound-values.ts';
import { splitPath } from '../../pattern/text/path.ts';
import type { Lookup, Rule } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Mapping, MappingRule } from '../model/mapping.ts';
import type { RoutedRequest } from './deferred-patterns.ts';
import { compiledOf } from './deferred-rule.ts';
import { JobRequest } from './job-resource.ts';
import { lookupOf } from './soap-lookup/soap-lookup.ts';

export interface MappingPlan extends Omit<Mapping, 'bases' | 'lookup' | 'lookupSoap' | 'prepareSoap'> {
  readonly routes: readonly Route[];
  /** The number of conditions of a rule's SOAP request. Rules with more are tried first. */
  readonly weights: ReadonlyMap<Rule, number>;
  /** Rules that another rule represents for SOAP clients. */
  readonly hidden: ReadonlySet<Rule>;
}

const none: Lookup<MappingRule> = { kind: 'none' };

export function createMapping(plan: MappingPlan): Mapping {
  const { routes, weights, hidden, ...table } = plan;
  const trie = new Trie(routes);
  const rulesByElement = byElement(plan);
  return {
    ...table,
    bases: basesOf(table.base, routes),
    lookup: (method, path) => lookup(trie, method, path),
    lookupSoap: (element) => rulesByElement.get(element)?.compiled ?? [],
    prepareSoap: (element) => rulesByElement.get(element)?.prepare(),
    possibleSoap: (element, rules, message) =>
      lookupOf(rulesByElement.get(element)?.compiled ?? rules, table.codec).possible(rules, message),
  };
}

/** The base path, and the parent paths of resources outside of it; none for a table without a base path. */
function basesOf(base: string, routes: readonly Route[]): readonly string[] {
  if (base === '') return [];
  const own = `${base}/`;
  const literal = ({ segments }: Route) =>
    segments.slice(0, segments.findIndex((one) => typeof one !== 'string') >>> 0);
  const paths = routes.map((route) => `/${literal(route).join('/')}`).filter((path) => !`${path}/`.startsWith(own));
  const parents = paths.map((path) => path.slice(0, path.lastIndexOf('/'))).filter((path) => path !== '');
  return [...new Set([base, ...parents])];
}

function lookup(trie: Trie, method: string, path: string): Lookup<MappingRule> {
  const segments = splitPath(path);
  const leaves = trie.find(segments);
  if (leaves.length === 0) return none;
  const lookupMethod = method === 'HEAD' ? 'GET' : method;
  const rules =
    leaves.length === 1
      ? leaves[0].get(lookupMethod)?.compiled
      : leaves.flatMap((leaf) => leaf.get(lookupMethod)?.compiled ?? []);
  if (rules !== undefined && rules.length > 0) return { kind: 'found', rules: resultOf(rules, segments), segments };
  const [instead] = trie.near(segments).flatMap((leaf) => leaf.get(lookupMethod)?.rules ?? []);
  return { kind: 'method', allow: allowed(leaves, segments), instead: instead?.request.rest.template };
}

/** The result of a job is that of the rule in its id. */
function resultOf(rules: readonly MappingRule[], segments: readonly string[]): readonly MappingRule[] {
  if (rules.length > 1 || rules[0].job?.phase !== 'result') return rules;
  const { rest } = rules[0].request;
  const rule = rest instanceof JobRequest ? rest.ruleOf(segments) : undefined;
  return rule ? [compiledOf(rule as MappingRule)] : rules;
}

/** The rules of one path and method, or of one body element. A first request compiles them: later ones read plain objects. */
class FoundRules {
  readonly rules: MappingRule[] = [];
  private plain: readonly MappingRule[] | undefined = undefined;
  private preparation: Promise<void> | undefined = undefined;

  get compiled(): readonly MappingRule[] {
    return (this.plain ??= this.rules.map(compiledOf));
  }

  /** Compiles them in slices, for all requests that wait. undefined: they are compiled. */
  prepare(): Promise<void> | undefined {
    if (this.plain !== undefined) return undefined;
    return (this.preparation ??= inSlices(mapped(this.rules, compiledOf)).then((rules) => {
      this.plain ??= rules;
    }));
  }
}

const noRules = () => new FoundRules();

/** The methods whose rules take the values of the path; all of them where none does. GET implies HEAD (RFC 9110 §9.3.2). */
function allowed(leaves: readonly Leaf[], segments: readonly string[]): string[] {
  const found = leaves.flatMap((leaf) => [...leaf]);
  const taking = found.filter(([, { rules }]) => rules.some((rule) => pathOutcome(rule, segments) === 'taken'));
  const methods = new Set((taking.length > 0 ? taking : found).map(([method]) => method));
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].toSorted();
}

function byElement({ rules, weights, hidden }: MappingPlan): ReadonlyMap<string, FoundRules> {
  const rulesByElement = new Map<string, FoundRules>();
  for (const rule of rules) {
    if (rule.direction === 'rest-to-soap' || hidden.has(rule)) continue;
    const element = rule.operation.input.body[0];
    const key = element === undefined ? '' : clark(element.name);
    getOrAdd(rulesByElement, key, noRules).rules.push(rule);
  }
  for (const { rules: same } of rulesByElement.values())
    same.sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  return rulesByElement;
}

interface Node {
  readonly literals: Map<string, Node>;
  /** Segments with text around their placeholders, by their text. */
  readonly mixed: Map<string, MixedNode>;
  open: Node | undefined;
  /** What takes all segments that are left. */
  tail: Node | undefined;
  /** By method. */
  readonly rules: Map<string, FoundRules>;
}

type Leaf = ReadonlyMap<string, FoundRules>;

interface MixedNode {
  readonly first: string;
  readonly last: string;
  readonly node: Node;
}

export interface Route {
  readonly method: string;
  readonly segments: readonly Segment[];
  readonly rule: MappingRule;
}

class Trie {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.add(route);
  }

  private add({ method, segments, rule }: Route): void {
    let node = this.root;
    for (const segment of segments) node = childOf(node, segment);
    getOrAdd(node.rules, method, noRules).rules.push(rule);
  }

  /** The leaves for a path, the most literal first. */
  find(segments: readonly string[]): Leaf[] {
    return this.collected(segments, fits);
  }

  /** The leaves if texts around placeholders are ignored, where no literal segment says what is meant. */
  near(segments: readonly string[]): Leaf[] {
    return this.collected(segments, (mixed, text, isNamed) => !isNamed || fits(mixed, text));
  }

  private collected(segments: readonly string[], take: Take): Leaf[] {
    const leaves: Leaf[] = [];
    collect(this.root, segments, 0, take, leaves);
    return leaves;
  }
}

function emptyNode(): Node {
  return { literals: new Map(), mixed: new Map(), open: undefined, tail: undefined, rules: new Map() };
}

function childOf(node: Node, segment: Segment): Node {
  if (typeof segment === 'string') return getOrAdd(node.literals, segment, emptyNode);
  if (segment.tail) return (node.tail ??= emptyNode());
  const { literals } = segment;
  if (literals.every((text) => text === '')) return (node.open ??= emptyNode());
  const key = literals.join('{}');
  return getOrAdd(node.mixed, key, () => ({ first: literals[0], last: literals.at(-1) as string, node: emptyNode() }))
    .node;
}

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** `isNamed`: a literal segment is the text. */
type Take = (mixed: MixedNode, text: string, isNamed: boolean) => boolean;

function fits({ first, last }: MixedNode, text: string): boolean {
  return text.length > first.length + last.length && text.startsWith(first) && text.endsWith(last);
}

/** Many paths have these segments first: what a converter refuses is no path of the rule. */
function takesPath({ rules }: Node, segments: readonly string[]): boolean {
  return [...rules.values()].some((found) => found.rules.some((rule) => pathOutcome(rule, segments) !== 'other'));
}

/** `invalid`: a value is not of its type. */
function pathOutcome(rule: MappingRule, segments: readonly string[]): 'taken' | 'invalid' | 'other' {
  const { segments: pattern } = rule.request.rest as RoutedRequest;
  let fits = false;
  const problems = problemOf(() => (fits = matchSegments(pattern, segments, [])));
  if (problems.length > 0) return 'invalid';
  return fits ? 'taken' : 'other';
}

/** Each node stands at one depth, so no node is visited twice. */
function collect(node: Node, segments: readonly string[], at: number, take: Take, leaves: Leaf[]): void {
  if (at === segments.length) {
    if (node.rules.size > 0) leaves.push(node.rules);
    return;
  }
  const text = segments[at];
  const literal = node.literals.get(text);
  if (literal) collect(literal, segments, at + 1, take, leaves);
  for (const mixed of node.mixed.values())
    if (take(mixed, text, literal !== undefined)) collect(mixed.node, segments, at + 1, take, leaves);
  if (node.open) collect(node.open, segments, at + 1, take, leaves);
  if (node.tail && takesPath(node.tail, segments)) leaves.push(node.tail.rules);
}
