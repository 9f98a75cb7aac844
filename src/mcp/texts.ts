// What a tool says about itself: the documentation of its operation, or a sentence made from operation and path.
import type { MappingRule } from '../mapping/model/mapping.ts';

const LONGEST = 1000;

/** `bin.get.external` → `Bin get external` */
export function titleOf({ id }: MappingRule): string {
  const words = id
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `path`: template of the rule's request. */
export function descriptionOf(rule: MappingRule, path: string): string {
  const { operation, request, restSide, flow } = rule;
  const doc = operation.doc?.trim() ?? '';
  const fallback = `Calls the operation ${operation.name} (${request.rest.method} ${path}).`;
  const texts = [doc === '' ? fallback : bounded(doc)];
  if (restSide.job?.phase === 'submit') texts.push('Starts a job; headers.location of the result is its status.');
  if (flow?.kind === 'pages') texts.push('Returns one page of a list.');
  return texts.join('\n');
}

function bounded(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
}
