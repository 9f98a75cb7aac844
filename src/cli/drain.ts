// `soapstone drain`: begins the drain of a gateway on this machine, before the signal that ends it. For preStop hooks of pods.
import { adminPort } from './admin-request.ts';
import { OK, PROBLEMS } from './report.ts';

interface DrainFlags {
  /** Wait until no request is in flight; true by default. */
  readonly wait?: boolean;
}

/** ms beyond the longest drain. */
const SPARE = 2000;

/** Writes the response of the admin port to standard output. Resolves with 0 where the drain has begun, or is over without a request in flight. */
export async function drain({ wait = true, ...flags }: DrainFlags): Promise<number> {
  const { settings, request } = await adminPort(flags);
  const { drainDelay, drainTimeout } = settings;
  const longest = SPARE + (wait ? drainDelay + drainTimeout : 0);
  const { ok, text } = await request('POST', wait ? '/drain?wait' : '/drain', longest);
  process.stdout.write(text);
  return ok ? OK : PROBLEMS;
}
