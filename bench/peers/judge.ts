// What became of one value or one request: right, lost, wrong or refused.
import { Digits, type Json } from './json.ts';

/** right: as the contract says. lost: a part of it is not there any more. wrong: something else is there. refused: no answer where there is one to give. */
export type Verdict = 'right' | 'lost' | 'wrong' | 'refused';

export interface Judgement {
  readonly verdict: Verdict;
  /** What was seen. */
  readonly evidence: string;
}

const EVIDENCE = 160;

export function judgement(verdict: Verdict, evidence: string): Judgement {
  return { verdict, evidence: evidence.length > EVIDENCE ? `${evidence.slice(0, EVIDENCE)}…` : evidence };
}

const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** As JSON text, with every digit. */
export function written(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  return JSON.stringify(value, (_, one) => (one instanceof Digits ? rawJSON(one.text) : one));
}

/** Text of a value that is a number or a string; undefined for others. */
function textOf(value: Json | undefined): string | undefined {
  return value instanceof Digits ? value.text : typeof value === 'string' ? value : undefined;
}

/** A number or a string with every digit is right; the nearest number of 64 bits has lost some. */
export function number(found: Json | undefined, expected: string): Judgement {
  const text = textOf(found);
  if (text === expected) return judgement('right', written(found));
  if (found === undefined) return judgement('lost', 'absent');
  const rounded = text !== undefined && text !== '' && Number(text) === Number(expected);
  return judgement(rounded ? 'lost' : 'wrong', written(found));
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** The same moment with another offset has lost the offset. A date or a local time with an offset is another value. */
export function moment(found: Json | undefined, expected: string): Judgement {
  const text = textOf(found);
  if (text === expected) return judgement('right', written(found));
  if (found === undefined) return judgement('lost', 'absent');
  const same = text !== undefined && ZONE.test(expected) && Date.parse(text) === Date.parse(expected);
  return judgement(same ? 'lost' : 'wrong', written(found));
}

export function text(found: Json | undefined, expected: string): Judgement {
  if (found === expected) return judgement('right', written(found));
  return judgement(found === undefined ? 'lost' : 'wrong', written(found));
}

/** A 4xx response, before anything was sent to the service. `place`: what the response must name; without one, anything. */
export function refusal(status: number, body: string, sent: boolean, place = ''): Judgement {
  const seen = `${status} ${body.replaceAll(/\s+/g, ' ')}`;
  if (status < 400) return judgement('wrong', `${seen.slice(0, 60)}${sent ? ', sent to the service' : ''}`);
  if (sent) return judgement('wrong', `sent to the service, then ${seen}`);
  if (status >= 500) return judgement('wrong', seen);
  return judgement(body.includes(place) ? 'right' : 'lost', seen);
}

/** Any status from 500 on tells the client that the service is at fault. */
export function failure(status: number, body: string): Judgement {
  return judgement(status >= 500 ? 'right' : 'wrong', `${status} ${body.replaceAll(/\s+/g, ' ')}`);
}
