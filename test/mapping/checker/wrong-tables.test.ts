import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { loadMapping } from '../../../src/mapping/load.ts';

const folder = join(import.meta.dirname, '..', '..', 'cases', 'wrong');
const names = readdirSync(folder).toSorted();

/** What `check` prints, without the folder's path. */
async function problemsOf(dir: string): Promise<string> {
  const error = await loadMapping(dir).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof Problems)) throw new Error(`no problems were reported: ${error}`);
  return `${error.message.replaceAll(`${relative(process.cwd(), dir)}/`, '')}\n`;
}

describe('wrong tables', () => {
  it('are many', () => expect(names.length).toBeGreaterThanOrEqual(10));

  it.each(names)('%s gets its messages', async (name) => {
    const dir = join(folder, name);
    expect(await problemsOf(dir)).toBe(readFileSync(join(dir, 'expected.txt'), 'utf8'));
  });
});
