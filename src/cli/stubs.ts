// Stub cases of a new table, and why rules have none: `init` and `wsdl --openapi` print it.
import { docsCommand } from '../errors/docs-reference.ts';
import { causesOf, type Stub, stubOf } from '../init/table/stub-cases.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { continuesPages } from '../mapping/runtime/deferred-rule.ts';
import { pagesStub } from './pages-stub.ts';

const HEAD = `# A case for each rule, with sample values: put real ones in (${docsCommand('cases')}).\n`;

/** Texts of cases, and a line for each cause of rules without one. A rule with pages has the case of its further pages too. */
export async function stubsFor(
  mapping: Mapping,
  rules: readonly MappingRule[],
): Promise<{ cases: string[]; lines: string[] }> {
  const stubs: { rule: MappingRule; stub: Stub }[] = [];
  for (const rule of rules.filter((candidate) => !continuesPages(candidate)))
    stubs.push({ rule, stub: rule.flow?.kind === 'pages' ? await pagesStub(mapping, rule) : stubOf(mapping, rule) });
  const cases = stubs.flatMap(({ stub }) => ('text' in stub ? [stub.text] : []));
  const lines = [...causesOf(stubs)].map(
    ([cause, ids]) => `no stub case for ${shortList(ids)}: ${cause}; write a case by hand, or record one`,
  );
  return { cases, lines };
}

/** The whole file. */
export function casesText(cases: readonly string[]): string {
  return `${HEAD}${cases.join('\n')}`;
}

function shortList(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}
