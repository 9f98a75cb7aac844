// Writes the exchange at hand as a case. Overwrites nothing, and writes no case that does not pass.
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { caseOutcomes } from '../../case-runner/case-runner.ts';
import { Problems } from '../../errors/errors.ts';
import { isSecret } from '../../explain/secrets.ts';
import { parseCases } from '../../mapping/cases/cases.ts';
import { SoapMessages } from '../../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Recorded, RecordRequest, Translation } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';
import { findByRest, findBySoap } from '../sides/find-rule.ts';
import { parseRequest, parseResponse } from '../sides/rest-message.ts';
import { translate } from '../sides/translate.ts';
import { type CaseParts, caseText, type SoapParts } from './case-text.ts';
import { soapContent } from './soap-body.ts';

/** A name without a folder in it. */
const FILE = /^[A-Za-z0-9][\w.-]{0,99}\.ya?ml$/;
const LONGEST_NAME = 200;

/** @throws Refusal where nothing is written. */
export async function recordCase(mapping: Mapping, folder: string, input: RecordRequest): Promise<Recorded> {
  const { file, name, append = false } = input;
  if (!FILE.test(file)) throw new Refusal('refused', `"${file}" is not a file name; write for example account.yaml`);
  if (name.trim() === '' || name.length > LONGEST_NAME)
    throw new Refusal('refused', 'a case has a name of 1 to 200 characters');
  const path = join(folder, 'cases', file);
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present && !present.isFile()) throw new Refusal('refused', `${file} is not a plain file`);
  if (present && !append)
    throw new Refusal('exists', `${file} is there already: append the case to it, or choose another name`);
  const { parts, note } = await partsOf(mapping, input);
  const text = await passing(mapping, parts);
  write(folder, path, present === undefined ? text : appended(path, text));
  return { file: path, note };
}

/** The text of the case, in both directions where the rule allows it. */
async function passing(mapping: Mapping, parts: CaseParts): Promise<string> {
  let problems: readonly string[] = [];
  for (const oneWay of [undefined, 'rest-to-soap'] as const) {
    const text = caseText({ ...parts, oneWay });
    const outcomes = await caseOutcomes(parseCases(text, 'case'), async () => mapping);
    problems = outcomes.flatMap((outcome) => outcome.problems);
    if (problems.length === 0) return text;
  }
  throw new Refusal('refused', `the case would not pass, so it is not written: ${problems.join('; ')}`);
}

function appended(path: string, text: string): string {
  const before = readFileSync(path, 'utf8').trimEnd();
  const whole = `${before}\n\n${text}`;
  try {
    parseCases(whole, path);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    throw new Refusal('refused', 'the file holds no list of cases: choose another name');
  }
  return whole;
}

/** A new file must not replace one that appears meanwhile; an old one is replaced as a whole. */
function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, 'cases'), { recursive: true });
  if (!existsSync(path)) return writeFileSync(path, text, { flag: 'wx' });
  writeFileSync(`${path}.new`, text, { flag: 'wx' });
  renameSync(`${path}.new`, path);
}

interface Parts {
  readonly parts: CaseParts;
  readonly note?: string;
}

async function partsOf(mapping: Mapping, { name, request, response }: RecordRequest): Promise<Parts> {
  const { side, text } = request;
  const { rule, bindings } =
    side === 'rest' ? findByRest(mapping, parseRequest(text).message) : findBySoap(mapping, text);
  if (rule === undefined) throw new Refusal('refused', 'no rule takes this request, so there is no case to record');
  const shown = await translate(mapping, { request, response: { ...response, rule: rule.id } });
  const lacking = [shown.request.rest, shown.request.soap].find((message) => message.problem && message.text === '');
  if (lacking && shown.calls.length === 0) throw new Refusal('refused', lacking.problem ?? '');
  if (shown.calls.length > 0 && side === 'soap')
    throw new Refusal('refused', 'the rule makes several REST calls: write its case by hand (docs/reference/cases.md)');
  const secret = rule.variables.find(
    (variable, i) => bindings[i] !== undefined && isSecret(variable) && !variable.startsWith('$'),
  );
  return {
    parts: {
      name,
      rule: rule.id,
      rest: restParts(rule, bindings, request, shown),
      soap: soapParts(mapping, rule, bindings, shown),
    },
    note: secret && `the case holds a value of {${secret}}: replace it before you share the file`,
  };
}

function restParts(
  rule: MappingRule,
  bindings: Bindings,
  { side, text }: RecordRequest['request'],
  { response }: Translation,
): CaseParts['rest'] {
  const { status, body } = parseResponse(response.rest.text).message;
  const json = body && Buffer.from(body).toString();
  const shown = json === undefined ? undefined : ({ key: 'body', json } as const);
  return { ...requestParts(rule, bindings, side, text), status, response: status < 400 ? shown : problemOf(json) };
}

function requestParts(rule: MappingRule, bindings: Bindings, side: 'rest' | 'soap', text: string) {
  if (side === 'soap') {
    const { method, target, headers, body } = rule.request.rest.fill(bindings);
    return {
      line: `${method} ${target}`,
      headers: Object.entries(headers),
      body: body && Buffer.from(body).toString(),
    };
  }
  const { method, path, query, headers, body } = parseRequest(text).message;
  const read = Object.entries(headers).filter(([name]) => rule.request.rest.headers.includes(name));
  return {
    line: `${method} ${path}${query === '' ? '' : `?${query}`}`,
    headers: read.filter(([name]) => !isSecret(name)),
    body: body && Buffer.from(body).toString().trim(),
  };
}

/** Members that a case compares. A table's own form of errors has others: then only the status is compared. */
function problemOf(json = '{}'): CaseParts['rest']['response'] {
  const { code, title, detail, data } = parsed(json);
  return { key: 'problem', json: JSON.stringify(code === undefined ? {} : { code, title, detail, data }) };
}

function parsed(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function soapParts(
  mapping: Mapping,
  rule: MappingRule,
  bindings: Bindings,
  { calls, response }: Translation,
): CaseParts['soap'] {
  if (calls.length > 0) {
    return calls.map(({ request, response: answer }): SoapParts => {
      const { body, fault } = soapContent(answer);
      return {
        request: { headers: new Map(), body: soapContent(request).body },
        ...(fault ? { fault } : { response: body }),
      };
    });
  }
  const messages = new SoapMessages(mapping);
  const { headers, body } = messages.messageOf(rule.request.soap, messages.encodeRequest(rule, bindings));
  const { body: answer, fault } = soapContent(response.soap.text);
  return {
    request: { headers, body: body.join('\n') },
    ...(fault ? { fault } : answer === '' ? {} : { response: answer }),
  };
}
