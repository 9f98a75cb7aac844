// The names that a table has for what stands in its paths: ids, which logs and histories keep.
import type { Shape } from '../../codec/model/shape.ts';
import type { Rule } from '../../rule/rule.ts';

/** Variables in the paths of all rules, and the elements and attributes that the path of `used` goes into. */
export function pathNames(rules: readonly Rule[], used: Rule | undefined): ReadonlySet<string> {
  return new Set([...rules.flatMap(variablesInPath), ...(used === undefined ? [] : elementsOfPath(used))]);
}

function variablesInPath({ request: { rest } }: Rule): string[] {
  const [path] = rest.template.split('?', 1);
  return [...path.matchAll(/\{(\w+)/g)].map(([, name]) => name);
}

function elementsOfPath(rule: Rule): string[] {
  const { soap } = rule.request;
  const inPath = new Set(variablesInPath(rule).map((name) => rule.variables.indexOf(name)));
  const isOfPath = (slot: number) => soap.variablesOf(slot).some((variable) => inPath.has(variable));
  return [...soap.body, ...soap.headers].flatMap(({ shape }) => namesIn(shape, isOfPath));
}

function namesIn(shape: Shape, isWanted: (slot: number) => boolean): string[] {
  if (shape.kind === 'ordered') return shape.items.flatMap((item) => namesIn(item, isWanted));
  if (shape.kind !== 'members') return [];
  return shape.entries.flatMap(({ member, shape: inner }) => {
    if (inner.kind !== 'hole') return namesIn(inner, isWanted);
    if (!isWanted(inner.slot)) return [];
    if (member.kind === 'element') return [member.element.name.local];
    return member.kind === 'attribute' ? [member.use.name.local] : [];
  });
}
