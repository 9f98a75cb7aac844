// Writes an exchange as a case. Overwrites nothing, and writes no case that does not pass.
import { basename } from 'node:path';
import type { CapturedExchange } from '../../capture/captured.ts';
import { MASK } from '../../capture/secret-names.ts';
import { readCases } from '../../mapping/cases/cases.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { addCase, type CaseRefusal, caseFileRefusal } from '../../recording/case-file.ts';
import { caseName, recordCase } from '../../recording/record-case.ts';
import type { Recorded, RecordRequest } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';
import { playedCapture } from './played-capture.ts';

const LONGEST_NAME = 200;

/** Where a case goes. `settings`: with which the mapping has been loaded. */
export interface CaseTarget extends Pick<RecordRequest, 'file' | 'name' | 'append'> {
  readonly folder: string;
  readonly settings?: ReadonlyMap<string, string>;
}

type Texts = Pick<RecordRequest, 'request' | 'response'>;

/** The exchange at hand. @throws Refusal where nothing is written. */
export async function recordTexts(mapping: Mapping, target: CaseTarget, texts: Texts): Promise<Recorded> {
  checkTarget(target);
  const capture = await playedCapture(mapping, texts);
  const file = await writePassing(mapping, target, capture);
  return { file, note: noteOf(capture) };
}

/** A real exchange, with a name of its own, in the file of its rule. @throws Refusal where nothing is written. */
export async function recordExchange(
  mapping: Mapping,
  { folder, settings }: Pick<CaseTarget, 'folder' | 'settings'>,
  exchange: CapturedExchange,
): Promise<Recorded> {
  const name = caseName(exchange);
  const earlier = readCases(folder).find((testCase) => testCase.name === name);
  if (earlier) throw new Refusal('refused', `it is recorded already, in ${basename(earlier.place.file)}`);
  const target = { folder, settings, name, file: fileOf(exchange), append: true };
  const path = await writePassing(mapping, target, exchange);
  return { file: path, note: noteOf(exchange) };
}

function noteOf({ request, response, calls }: CapturedExchange): string | undefined {
  const messages = [request, response, ...calls.flatMap((call) => [call.request, call.response])];
  const isMasked = request.target.includes(MASK) || messages.some((message) => message?.body?.includes(MASK));
  return isMasked ? `secrets stand as ${MASK} in it` : undefined;
}

function fileOf({ rule = 'exchange' }: CapturedExchange): string {
  return `${rule
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 80)}-recorded.yaml`;
}

function checkTarget({ folder, file, name, append = false }: CaseTarget): void {
  const refusal = caseFileRefusal(folder, file, append);
  if (refusal) throw refused(refusal);
  if (name.trim() === '' || name.length > LONGEST_NAME)
    throw new Refusal('refused', 'a case has a name of 1 to 200 characters');
}

function refused({ reason, isPresent }: CaseRefusal): Refusal {
  return new Refusal(isPresent ? 'exists' : 'refused', reason);
}

async function writePassing(mapping: Mapping, target: CaseTarget, capture: CapturedExchange): Promise<string> {
  const { folder, file, name, append = false, settings } = target;
  const recorded = await recordCase(mapping, capture, name, settings);
  if ('reason' in recorded) throw new Refusal('refused', `nothing is written: ${recorded.reason}`);
  const written = addCase(folder, file, recorded.text, append);
  if (typeof written === 'string') return written;
  throw refused(written);
}
