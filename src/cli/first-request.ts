// A request that a newcomer can try at once, as a line for the shell.
import type { FrontSettings } from '../auth/settings/settings.ts';

import type { Mapping } from '../mapping/model/mapping.ts';
import { type SampleRequest, sampleRequest } from '../samples/sample-exchange.ts';

/** Rules whose samples are made: they take time, and the start of a gateway should not. */
const MOST = 4;

/** A GET as short as possible, else the first request that has a sample. */
export function firstRequest(mapping: Mapping): SampleRequest | undefined {
  const gets = mapping.rules.filter(({ request }) => request.rest.method === 'GET');
  const shortest = gets.toSorted((a, b) => a.request.rest.template.length - b.request.rest.template.length);
  const samples = shortest.slice(0, MOST).flatMap((rule) => sampleRequest(mapping, rule) ?? []);
  const [first] = samples.toSorted((a, b) => curlLine(a, '').length - curlLine(b, '').length);
  if (first) return first;
  for (const rule of mapping.rules.slice(0, MOST)) {
    const sample = sampleRequest(mapping, rule);
    if (sample) return sample;
  }
  return undefined;
}

/** `base`: origin of the gateway. `credential`: arguments of curl. */
export function curlLine(
  { method, target, headers, body }: SampleRequest,
  base: string,
  credential: readonly string[] = [],
): string {
  const url = shellQuoted(base + target);
  const fields = Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  if (method === 'GET') return ['curl', ...credential, ...fields, url].join(' ');
  const data = body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`];
  return ['curl', ...credential, `-X ${method}`, ...fields, ...data, url].join(' ');
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
