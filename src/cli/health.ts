// `soapstone health`: asks the admin port of a gateway on this machine. For images that have neither curl nor a shell.
import { adminPort } from './admin-request.ts';
import { OK, PROBLEMS } from './report.ts';

interface HealthFlags {
  /** Check that it takes requests, not only that it runs. */
  readonly ready?: boolean;
  /** Check only that it runs: a restart does not mend a wrong file. */
  readonly live?: boolean;
}

/** Timeout in ms. */
const LONGEST = 2000;

/** Writes the response of the admin port to standard output. Resolves with 0 for a 200, and where the last reload has not failed. */
export async function health({ ready, live, ...flags }: HealthFlags): Promise<number> {
  const admin = await adminPort(flags);
  const ask = (path: string) => admin.request('GET', path, LONGEST);
  const alive = await ask(ready ? '/readyz' : '/livez');
  const loaded = alive.ok && !live ? await ask('/configz') : undefined;
  const { ok, text } = loaded?.ok === false ? loaded : alive;
  process.stdout.write(text);
  return ok ? OK : PROBLEMS;
}
