// A request that a newcomer can try at once, as a line for the shell.

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

/** `base`: origin of the gateway. */
export function curlLine({ method, target, body }: SampleRequest, base: string): string {
  const url = shellQuoted(base + target);
  if (method === 'GET') return `curl ${url}`;
  const data = body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`];
  return ['curl', `-X ${method}`, ...data, url].join(' ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
