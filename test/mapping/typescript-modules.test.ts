// Functions of a table in an installed package: TypeScript below `node_modules` is loaded, and standard error stays empty.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temp } from '../server/temp.ts';

test('a module below node_modules is loaded without a notice of Node.js', async () => {
  const folder = temp({ 'node_modules/tables/module.ts': 'export const double = (n: number): number => n * 2;\n' });
  const file = join(folder, 'node_modules/tables/module.ts');
  const source = pathToFileURL(resolve('src/mapping/typescript-modules.ts')).href;
  const program = `
    const { readAsModules } = await import(${JSON.stringify(source)});
    readAsModules(${JSON.stringify(file)});
    const { double } = await import(${JSON.stringify(pathToFileURL(file).href)});
    process.emitWarning('another', 'ExperimentalWarning');
    console.log(double(21));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('42\n');
  expect(stderr.split('\n').filter((line) => line.includes('ExperimentalWarning'))).toEqual([
    expect.stringContaining('another'),
  ]);
});
