// `soapstone wsdl`: a contract and a first mapping for a REST API that has an OpenAPI description.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRefusal } from '../contract/source/location.ts';
import { fetchAllowed } from '../contract/source/remote.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { loadMapping } from '../mapping/load.ts';
import { type Converted, convert } from '../openapi/import/convert.ts';
import { groupNotes, type Note, type NoteGroup } from '../openapi/import/notes.ts';
import { openDescription } from '../openapi/import/open.ts';
import { say } from './output/say.ts';
import { MOST_ALIKE, OK } from './report.ts';
import { casesText, stubsFor } from './stubs.ts';

interface WsdlOptions {
  readonly openapi?: string;
  readonly output: string;
  readonly namespace?: string;
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly json?: boolean;
}

/** Names of WSDL and schema files, and the addresses that services give theirs. */
const CONTRACT = /[.?](?:wsdl|xsd)(?:[=&#]|$)/i;

/** Lines of a group that loses nothing. */
const FEW = 10;

/** Prints what the contract cannot carry, by kind, one line each with its JSON pointer. Overwrites no file. */
export async function wsdl(args: readonly string[], options: WsdlOptions): Promise<number> {
  const { output, namespace, tag, path, json } = options;
  const openapi = descriptionOf(args, options);
  const opened = await openDescription(openapi, (url) => fetched(url, openapi));
  const converted = convert(openapi, { namespace, tags: tag, paths: path }, opened);
  writeFiles(converted.files, output);
  const { path: casesFile, count, lines } = await writeStubs(output);
  if (json) say(jsonOf(converted, output, casesFile));
  else {
    const next = nextLine(converted, output);
    for (const line of [report(converted, output), ...lines, ...stubLine(casesFile, count), next]) say(line);
  }
  return OK;
}

/** Of the option alone: an argument is what somebody took the command for. */
function descriptionOf([argument]: readonly string[], { openapi }: WsdlOptions): string {
  if (openapi !== undefined && argument === undefined) return openapi;
  if (openapi !== undefined) throw new SoapstoneError('SETTINGS', `"${argument}" is one argument too many`);
  if (argument !== undefined && CONTRACT.test(argument))
    throw new SoapstoneError('SETTINGS', `${argument} is a contract already; this command writes one for a REST API`, {
      suggestion: `to look at it: soapstone operations ${argument}; for a first table: soapstone init ${argument}; to try it: soapstone serve --contract ${argument}`,
    });
  throw new SoapstoneError('SETTINGS', 'the option --openapi is missing: file or URL of the OpenAPI document', {
    suggestion: `soapstone wsdl --openapi ${argument ?? 'openapi.yaml'}`,
  });
}

/** Cases with sample values for the new mapping, as `init` writes them. */
async function writeStubs(output: string): Promise<{ path?: string; count: number; lines: readonly string[] }> {
  const mapping = await loadMapping(output);
  const { cases, lines } = await stubsFor(mapping, mapping.rules);
  if (cases.length === 0) return { count: 0, lines };
  const path = join(output, 'cases', 'sample-values.yaml');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, casesText(cases));
  return { path, count: cases.length, lines };
}

function nextLine({ origin = 'URL' }: Converted, output: string): string {
  return `next: edit the table, then soapstone test ${output}; soapstone serve --mapping ${output} --present soap --upstream ${origin}`;
}

function stubLine(path: string | undefined, count: number): string[] {
  return path === undefined ? [] : [`${path}: ${counted(count, 'stub case')}`];
}

/** The host of the description is allowed: the user has typed it. */
async function fetched(url: string, typed: string): Promise<Uint8Array> {
  const result = await fetchAllowed(url, [URL.parse(typed)?.host ?? '']);
  if (!isRefusal(result)) return result;
  throw new Problems([new SoapstoneError('OPENAPI_READ', `cannot read ${url}: ${result.reason}`)]);
}

function writeFiles(files: ReadonlyMap<string, string>, output: string): void {
  for (const name of [...files.keys(), join('cases', 'sample-values.yaml')]) {
    const path = join(output, name);
    if (existsSync(path))
      throw new SoapstoneError('OPENAPI_READ', `${path} exists already`, {
        suggestion: 'choose another folder with -o',
      });
  }
  for (const [name, text] of files) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), text);
  }
}

function report({ operations, unselected, types, notes }: Converted, output: string): string {
  const unused = unselected === 0 ? '' : `, ${counted(unselected, 'operation')} not selected`;
  const counts = [counted(operations, 'operation'), counted(types, 'type'), counted(notes.length, 'note')];
  const total = `${output}: ${counts.join(', ')}${unused}`;
  return [...groupNotes(notes).flatMap(groupLines), total].join('\n');
}

function groupLines({ severity, title, notes }: NoteGroup): string[] {
  const all = [...Map.groupBy(notes, ({ message }) => message).values()].flatMap(noteLines);
  const limit = severity === 'left out' ? all.length : FEW;
  const lines = all.slice(0, limit);
  const hidden = all.length - lines.length;
  const more = hidden === 0 ? [] : [`  and ${hidden} more: --json lists all`];
  return [`${severity}: ${title} (${notes.length})`, ...lines, ...more];
}

/** Notes of one message: the first stands for many. */
function noteLines(notes: readonly Note[]): string[] {
  const lines = notes.map(({ file, pointer, message }) => `  ${file}#${pointer}: ${message}`);
  return lines.length <= MOST_ALIKE ? lines : [`${lines[0]} (and at ${lines.length - 1} more places)`];
}

function jsonOf(
  { files, operations, unselected, types, notes }: Converted,
  output: string,
  cases: string | undefined,
): string {
  const names = [...[...files.keys()].map((name) => join(output, name)), ...(cases === undefined ? [] : [cases])];
  return JSON.stringify({ files: names, operations, unselected, types, notes }, undefined, 2);
}
