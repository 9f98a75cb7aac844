// `soapstone explain`: what the gateway makes of a request. Nothing is sent, and marks stand in place of credentials.
import { SoapstoneError } from '../errors/errors.ts';
import { suggest } from '../errors/suggest.ts';
import { credentialConditions } from '../explain/credential-conditions.ts';
import { type Explained, explainRest } from '../explain/explain-rest.ts';
import { explainSoap } from '../explain/explain-soap.ts';
import { describedRequest, headersOf, readInput } from '../explain/request-line.ts';
import { restWriterOf, soapWriterOf } from '../explain/request-writers.ts';
import { ruleCallers } from '../explain/rule-callers.ts';
import { expandMapping, expandRule, type LoadOptions, loadMapping } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { say } from './output/say.ts';
import { OK, PROBLEMS } from './report.ts';

interface ExplainFlags {
  readonly data?: string;
  readonly header?: readonly string[];
  readonly soap?: string;
  readonly expand?: boolean;
  readonly json?: boolean;
}

/** Exit code 1 when no rule takes the request. */
export async function explain(
  dir: string,
  line: string | undefined,
  flags: ExplainFlags,
  options: LoadOptions = {},
): Promise<number> {
  if (line === undefined && flags.soap === undefined && !flags.expand) {
    throw new SoapstoneError(
      'SETTINGS',
      'explain needs a request such as "GET /accounts/7", the id of a rule, --soap FILE or --expand',
    );
  }
  const mapping = await loadMapping(dir, options);
  if (flags.expand) process.stdout.write(await expandMapping(dir, options));
  const headers = flags.header ?? [];
  if (flags.soap !== undefined) {
    const envelope = readInput(flags.soap);
    const explained = await explainSoap(mapping, envelope, flags.soap, restWriterOf(mapping), headersOf(headers));
    return print(withConditions(mapping, explained, 'rest'), flags);
  }
  if (line === undefined) return OK;
  if (!/[\s/]/.test(line)) return printRule(dir, line, mapping, options);
  const explained = await explainRest(mapping, describedRequest(line, headers, flags.data), soapWriterOf(mapping));
  return print(withConditions(mapping, explained, 'soap'), flags);
}

/** The settings, which are not known here, have the values of credentials. */
function withConditions(mapping: Mapping, explained: Explained, service: 'rest' | 'soap'): Explained {
  const conditions = explained.rule === undefined ? [] : credentialConditions(mapping, explained.rule, service);
  if (conditions.length === 0) return explained;
  return { ...explained, lines: [...explained.lines, '', 'credential', ...conditions.map((text) => `  ${text}`)] };
}

/** The long form of one rule. */
async function printRule(dir: string, id: string, { rules }: Mapping, options: LoadOptions): Promise<number> {
  const text = await expandRule(dir, id, options);
  if (text === undefined) {
    const ids = rules.map((rule) => rule.id);
    const suggestion = suggest(id, ids) ?? `rules are ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`;
    const message = `"${id}" is neither the id of a rule nor a request line such as "GET /accounts/7"`;
    throw new SoapstoneError('SETTINGS', message, { suggestion });
  }
  process.stdout.write(text);
  return OK;
}

function print({ lines, matched, rule }: Explained, { json }: ExplainFlags): number {
  const { id, place } = rule ?? {};
  const described = rule && { id, file: place?.file, line: place?.line, ...ruleCallers(rule) };
  say(json ? JSON.stringify({ matched, rule: described, lines }, undefined, 2) : lines.join('\n'));
  return matched ? OK : PROBLEMS;
}
