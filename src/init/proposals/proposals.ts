// Proposals as comments of a first table: each is a rule that `check` takes in place of those of its operations.

import type { Contract } from '../../contract/model/contract.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { Problems } from '../../errors/errors.ts';
import { inSlices } from '../../event-loop/time-slices.ts';
import { compileSteps } from '../../mapping/compile.ts';
import { parseYaml } from '../../mapping/syntax/yaml.ts';
import { plainCodec } from '../operations/operations.ts';
import type { ChosenRoute } from '../routes/route.ts';
import { fileProposal } from './file.ts';
import { jobProposals } from './job.ts';
import { pagesProposals } from './pages.ts';
import type { Proposal } from './proposal.ts';

export interface ProposingTable {
  readonly text: string;
  /** Operations whose rules a proposal would replace. */
  readonly replaced: readonly string[];
}

/** `camelCase`: names in bodies. */
export async function withProposals(
  text: string,
  choices: readonly ChosenRoute[],
  contract: Contract,
  camelCase = false,
): Promise<ProposingTable> {
  const codec = plainCodec(contract);
  const all = choices.map(({ listed }) => listed);
  const pages = choices.map(({ listed, route }) => (route ? pagesProposals(listed, route, all, codec, camelCase) : []));
  const lines = text.split('\n');
  const replaced: string[] = [];
  const goingOn: (readonly [name: string, first: string])[] = [];
  const files = choices.map(({ listed, route }) => (route ? fileProposal(listed, route, codec, camelCase) : []));
  for (const forms of [...pages, ...files, ...jobProposals(choices, codec)])
    for (const proposal of forms)
      if (await passesCheck(text, proposal, contract)) {
        insert(lines, proposal);
        replaced.push(...proposal.replaced);
        const [first, ...next] = proposal.replaced;
        if (proposal.kind === 'pages') goingOn.push(...next.map((name) => [name, first] as const));
        break;
      }
  for (const [name, same] of Map.groupBy(goingOn, ([next]) => next))
    noteGoingOn(
      lines,
      name,
      same.map(([, first]) => first),
    );
  return { text: lines.join('\n'), replaced };
}

function insert(lines: string[], { kind, section, replaced, guess, lines: rule }: Proposal): void {
  const at = lines.findIndex((line) => isRuleOf(line, replaced[0]));
  if (at < 0) return;
  const end = endOfRule(lines, at);
  const hinted = lines[end].includes(`# ${kind}? `) ? 1 : 0;
  const names = [replaced.slice(0, -1).join(', '), replaced.at(-1)].filter(Boolean).join(' and ');
  const those = replaced.length > 1 ? 'those' : 'that';
  const head = `    # ${kind}: one rule in place of ${those} of ${names} (${docsCommand(section)})${guess ? `; ${guess}` : ''}:`;
  lines.splice(end, hinted, head, ...rule.map((line) => `  # ${line}`));
  for (const name of replaced.slice(1)) withoutHint(lines, kind, name);
}

/** Several proposals may go on with one operation: its rule stands apart from them. */
function noteGoingOn(lines: string[], name: string, firsts: readonly string[]): void {
  const at = lines.findIndex((line) => isRuleOf(line, name));
  const pages = firsts.length > 1 ? `the pages of ${firsts.join(' and ')} go` : `the pages of ${firsts[0]} go`;
  if (at >= 0) lines.splice(endOfRule(lines, at), 0, `    # ${pages} on with it: delete this rule where you use them`);
}

/** The proposal says more. */
function withoutHint(lines: string[], kind: string, name: string): void {
  const at = lines.findIndex((line) => isRuleOf(line, name));
  const end = endOfRule(lines, at);
  if (at >= 0 && lines[end]?.includes(`# ${kind}? `)) lines.splice(end, 1);
}

/** Below its keys: its port, its HTTP headers. */
function endOfRule(lines: readonly string[], at: number): number {
  const end = lines.findIndex((line, i) => i > at && !/^ {4}[^ #]/.test(line));
  return end < 0 ? lines.length : end;
}

function withoutRules(lines: readonly string[], names: readonly string[]): string[] {
  const ends = lines.map((line, at) => (names.some((name) => isRuleOf(line, name)) ? endOfRule(lines, at) : at));
  return lines.filter((_, at) => !ends.some((end, first) => first <= at && at < end));
}

/** With or without a status: `  - POST /jobs: StartJob -> 202`. */
export function isRuleOf(line: string, name: string): boolean {
  return line.startsWith('  - ') && line.replace(/ -> \d+$/, '').endsWith(`: ${name}`);
}

/** In the whole table, in place of the rules that it replaces: `check` refuses defaults that no rule has. */
async function passesCheck(table: string, { lines, replaced }: Proposal, contract: Contract): Promise<boolean> {
  const text = [...withoutRules(table.split('\n'), replaced), ...lines.map((line) => `  ${line}`), ''].join('\n');
  try {
    await inSlices(compileSteps(parseYaml(text, 'proposal'), contract));
    return true;
  } catch (error) {
    if (error instanceof Problems) return false;
    throw error;
  }
}
