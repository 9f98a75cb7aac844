// `soapstone record`: captured exchanges as cases of a mapping, in a new file. Existing files stay as they are.
import { readFileSync } from 'node:fs';
import { connectionCause } from '../errors/connection-cause.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { suggest } from '../errors/suggest.ts';
import { readCases } from '../mapping/cases/cases.ts';
import { type LoadOptions, loadMapping, mappingFolder } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { RecordedTexts, writeNewCases } from '../recording/case-file.ts';
import { readCaptures } from '../recording/read-captures.ts';
import { caseName, type RecordedText, recordCase } from '../recording/record-case.ts';
import { say } from './output/say.ts';
import { OK, PROBLEMS } from './report.ts';

interface RecordFlags {
  readonly rule?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface Outcome {
  readonly id: string;
  readonly rule?: string;
  /** Name of the case. */
  readonly name?: string;
  /** Why there is no case. */
  readonly reason?: string;
}

const AGAIN = { reason: 'it is recorded already' };
const ADMIN = 'http://127.0.0.1:9090/exchanges';

/** Exit code 1 where no case was made. */
export async function record(
  location: string,
  source: string | undefined,
  flags: RecordFlags,
  options: LoadOptions = {},
): Promise<number> {
  const exchanges = readCaptures(await textOf(source ?? ADMIN), source ?? ADMIN);
  const dir = mappingFolder(location);
  const mapping = await loadMapping(dir, options);
  if (flags.rule !== undefined) checkRule(flags.rule, mapping);
  const names = new Set(readCases(dir).map(({ name }) => name));
  const recordedTexts = new RecordedTexts(dir);
  const outcomes: Outcome[] = [];
  const written: RecordedText[] = [];
  for (const exchange of exchanges.filter(({ rule }) => flags.rule === undefined || rule === flags.rule)) {
    const { id } = exchange;
    const name = caseName(exchange);
    const outcome = names.has(name) ? AGAIN : await recordCase(mapping, exchange, name, options.settings, written);
    const recorded = 'text' in outcome && !recordedTexts.add(outcome.text) ? AGAIN : outcome;
    names.add(name);
    if ('text' in recorded) written.push(recorded);
    outcomes.push(
      'text' in recorded ? { id, rule: recorded.rule, name } : { id, rule: exchange.rule, reason: recorded.reason },
    );
  }
  const text = written.map(({ text: caseText }) => caseText).join('\n');
  const file = written.length === 0 || flags.dryRun ? undefined : writeNewCases(dir, text);
  say(
    flags.json
      ? JSON.stringify({ file, exchanges: outcomes }, undefined, 2)
      : report(outcomes, file, flags.dryRun ? text : ''),
  );
  return written.length > 0 ? OK : PROBLEMS;
}

/** @throws SoapstoneError for the name of no rule. */
function checkRule(id: string, { rules }: Mapping): void {
  const ids = rules.map((rule) => rule.id);
  if (ids.includes(id)) return;
  const suggestion = suggest(id, ids) ?? `there is ${ids.slice(0, 5).join(', ')}`;
  throw new SoapstoneError('CAPTURE', `no rule has the id "${id}"`, { suggestion });
}

/** A URL without a path is that of an admin port. `-` is standard input. */
async function textOf(source: string): Promise<string> {
  if (!/^https?:\/\//i.test(source)) return readText(source);
  const url = new URL(source);
  if (url.pathname === '/') url.pathname = '/exchanges';
  const response = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
    throw unreadable(url.href, connectionCause(error) ?? String(error));
  });
  const text = await response.text();
  if (response.status === 404)
    throw unreadable(url.href, `${url.origin} is not an admin port: --admin-port of serve says which one is`);
  if (!response.ok) throw unreadable(url.href, `${response.status} ${text.trim().slice(0, 200)}`);
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw unreadable(file, String((error as NodeJS.ErrnoException).code));
  }
}

function unreadable(source: string, reason: string): SoapstoneError {
  return new SoapstoneError('CAPTURE', `${source} cannot be read: ${reason}`);
}

function report(outcomes: readonly Outcome[], file: string | undefined, text: string): string {
  const lines = outcomes.map(({ id, rule, reason }) =>
    reason === undefined
      ? `recorded  ${rule} (${id})`
      : `left out  ${rule ?? 'no rule'} (${id}): ${reason.replaceAll('\n', '\n          ')}`,
  );
  const count = outcomes.filter(({ reason }) => reason === undefined).length;
  const target = file === undefined ? '' : `, in ${file}`;
  return [...(text === '' ? [] : [text]), ...lines, `${count} ${count === 1 ? 'case' : 'cases'}${target}`].join('\n');
}
