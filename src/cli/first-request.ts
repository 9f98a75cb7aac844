// A request that a newcomer can try at once, as a line for the shell.
import type { FrontSettings } from '../auth/settings/settings.ts';

import type { Mapping } from '../mapping/model/mapping.ts';
import { type SampleRequest, sampleRequest } from '../samples/sample-exchange.ts';

/** Rules that are looked at: samples take time, and the start of a gateway should not. */
const MOST = 50;

/** The shortest GET, else the first request that has a sample. */
export function firstRequest(mapping: Mapping): SampleRequest | undefined {
  const rules = mapping.rules.slice(0, MOST);
  const gets = rules.filter(({ request }) => request.rest.method === 'GET');
  const samples = gets.flatMap((rule) => sampleRequest(mapping, rule) ?? []);
  const [shortest] = samples.toSorted((a, b) => a.target.length - b.target.length);
  if (shortest) return shortest;
  for (const rule of rules) {
    const sample = sampleRequest(mapping, rule);
    if (sample) return sample;
  }
  return undefined;
}

/** `base`: origin of the gateway. `credential`: arguments of curl. */
export function curlLine(
  { method, target, body }: SampleRequest,
  base: string,
  credential: readonly string[] = [],
): string {
  const url = shellQuoted(base + target);
  if (method === 'GET') return ['curl', ...credential, url].join(' ');
  const data = body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`];
  return ['curl', ...credential, `-X ${method}`, ...data, url].join(' ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Arguments of curl for the first kind of credential that callers need; its values are placeholders. None where callers may be anonymous. */
export function credentialArguments(front: readonly FrontSettings[] = []): readonly string[] {
  const [first] = front;
  if (first === undefined || front.some(({ kind }) => kind === 'none')) return [];
  switch (first.kind) {
    case 'basic':
      return ['-u', 'USER:PASSWORD'];
    case 'bearer':
      return ['-H', "'Authorization: Bearer TOKEN'"];
    case 'apiKey':
      return first.header === undefined ? [] : ['-H', shellQuoted(`${first.header}: KEY`)];
    default:
      return [];
  }
}
