// REST requests → rules: a trie over path segments, literals before holes.
import { splitPath } from '../pattern/path.ts';
import type { Segment } from '../pattern/segments.ts';
import type { Lookup, Rule } from './rule.ts';

interface Step {
  readonly literals: Map<string, Step>;
  hole: Step | undefined;
  /** By method, most specific first. */
  readonly rules: Map<string, Rule[]>;
}

const step = (): Step => ({ literals: new Map(), hole: undefined, rules: new Map() });

export class Lookups {
  private readonly root = step();

  add(rule: Rule, segments: readonly Segment[]): void {
    let at = this.root;
    for (const segment of segments) at = typeof segment === 'string' ? literal(at, segment) : (at.hole ??= step());
    const { method } = rule.request.rest;
    const rules = at.rules.get(method) ?? [];
    rules.push(rule);
    at.rules.set(method, rules);
  }

  /** Throws BAD_PATH. */
  find(method: string, path: string): Lookup {
    const segments = splitPath(path);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const methods = new Set<string>();
    const rules = collect(this.root, segments, 0, wanted, methods);
    if (rules !== undefined) return { kind: 'found', rules, segments };
    return methods.size === 0 ? { kind: 'none' } : { kind: 'method', allow: allowed(methods) };
  }
}

function literal(at: Step, text: string): Step {
  let next = at.literals.get(text);
  if (next === undefined) {
    next = step();
    at.literals.set(text, next);
  }
  return next;
}

/** Depth of the recursion is that of the table, not of the path. */
function collect(at: Step, segments: readonly string[], i: number, method: string, methods: Set<string>): Rule[] | undefined {
  if (i === segments.length) {
    for (const name of at.rules.keys()) methods.add(name);
    return at.rules.get(method);
  }
  const exact = at.literals.get(segments[i]);
  const found = exact === undefined ? undefined : collect(exact, segments, i + 1, method, methods);
  return found ?? (at.hole === undefined ? undefined : collect(at.hole, segments, i + 1, method, methods));
}

function allowed(methods: ReadonlySet<string>): string[] {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  all.add('OPTIONS');
  return [...all].toSorted();
}
