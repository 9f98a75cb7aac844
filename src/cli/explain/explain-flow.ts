// What a rule of several calls does, call by call. Values that only a reply will bring show as the names of their variables.
import type { SoapRequest } from '../../binding/soap/back.ts';
import { SoapstoneError } from '../../errors.ts';
import { Fault } from '../../fault/fault.ts';
import { callsOf } from '../../mapping/flow/calls.ts';
import type { Bindings, Rule } from '../../mapping/rule.ts';
import { skeleton } from './skeleton.ts';

const WHAT = {
  pages: 'pages: as many calls as the window needs; a kept cursor saves the first one',
  result: 'the result of a job: nothing but its status is asked for while it runs',
  steps: 'steps: each uses what the replies before it have bound',
  each: 'each: one call for every item of the list',
  jobs: 'jobs: one request for every item, each of which the service may answer later',
  answer: 'no call: the gateway answers by itself',
} as const;

/** Lines about the calls of a rule that REST callers see. */
export function soapCalls(
  rule: Rule,
  bindings: Bindings,
  write: (rule: Rule, bindings: Bindings) => SoapRequest,
  show: (sent: SoapRequest) => string[],
): string[] {
  return calls(
    rule,
    callsOf(rule),
    ({ operation }) => operation.name,
    (part, first) => [
      ...(sent(first ? () => show(write(part, ownBindings(rule, part, bindings))) : undefined) ??
        skeleton(part, part.request.soap)),
      '',
      'expected back',
      ...skeleton(part, part.reply.soap),
    ],
  );
}

/** Lines about the calls of a rule that SOAP callers see. */
export function restCalls(
  rule: Rule,
  bindings: Bindings,
  show: (part: Rule, bindings: Bindings) => string[],
): string[] {
  // Both operations of a pair of pages ask for windows of one collection.
  const parts = rule.flow?.kind === 'pages' ? [rule] : callsOf(rule);
  const title = ({ request: { rest } }: Rule) => `${rest.method} ${rest.template}`;
  const lines = (part: Rule, first: boolean) => sent(first ? () => show(part, bindings.slice()) : undefined) ?? [];
  return calls(rule, parts, title, lines);
}

function calls(
  rule: Rule,
  parts: readonly Rule[],
  title: (part: Rule) => string,
  lines: (part: Rule, first: boolean) => string[],
): string[] {
  const found = parts.flatMap((part, i) => ['', `call ${i + 1}: ${title(part)}`, ...indent(lines(part, i === 0))]);
  return [WHAT[rule.flow!.kind], ...found];
}

/** undefined where values are missing that the flow itself brings. */
function sent(write: (() => string[]) | undefined): string[] | undefined {
  if (write === undefined) return undefined;
  try {
    return write();
  } catch (error) {
    if (error instanceof Fault || error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

/** The status rule of a job has variables of its own. */
function ownBindings(rule: Rule, part: Rule, bindings: Bindings): Bindings {
  if (rule.variables === part.variables) return bindings.slice();
  return part.variables.map((name) => bindings[rule.variables.indexOf(name)]);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
