// Makes a finding smaller, as long as it stays one: pieces are left out, from halves down to bytes.
import { loadTarget } from './targets.ts';

const TRIES = 5_000;

/** `error`: what it says, of which the first words have to stay. */
export async function minimise(name: string, input: Uint8Array, error: string): Promise<Uint8Array> {
  const target = await loadTarget(name);
  const kind = kindOf(error);
  let best = Buffer.from(input);
  let tries = 0;
  const still = async (bytes: Uint8Array) => {
    if (tries++ > TRIES) return false;
    try {
      await target.run(bytes);
      return false;
    } catch (e) {
      return kindOf(e instanceof Error ? (e.stack ?? e.message) : String(e)) === kind;
    }
  };
  for (let size = best.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < best.length; ) {
      const less = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await still(less)) best = less;
      else at += size;
    }
  }
  return best;
}

/** Up to what the input says. */
function kindOf(error: string): string {
  return error
    .replace(/^later: /, '')
    .split('\n', 1)[0]
    .slice(0, 40)
    .split('"', 1)[0];
}
