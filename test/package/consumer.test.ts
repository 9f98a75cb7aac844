// The package as a program that depends on it sees it: what the build writes, and one declaration file with every public export.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const consumer = mkdtempSync(join(tmpdir(), 'soapstone-consumer-'));
const installed = join(consumer, 'node_modules/soapstone');
const MINUTES = 60_000;

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  copyFileSync('package.json', join(installed, 'package.json'));
  symlinkSync(resolve('node_modules/@types'), join(consumer, 'node_modules/@types'));
  symlinkSync(resolve('node_modules/undici-types'), join(consumer, 'node_modules/undici-types'));
  const built = spawnSync(process.execPath, ['scripts/build.ts', join(installed, 'dist')], { encoding: 'utf8' });
  expect(built.stderr + built.stdout).toBe('');
}, 10 * MINUTES);

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

/** Names that src/index.ts exports. */
function publicNames(): { readonly values: readonly string[]; readonly types: readonly string[] } {
  const program = ts.createProgram(['src/index.ts'], { allowImportingTsExtensions: true, noEmit: true });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile('src/index.ts')!)!;
  const isValue = (symbol: ts.Symbol): boolean => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.flags & ts.SymbolFlags.Value) !== 0;
  };
  const all = checker.getExportsOfModule(module);
  return {
    values: all.filter(isValue).map(({ name }) => name),
    types: all.filter((symbol) => !isValue(symbol)).map(({ name }) => name),
  };
}

/** What tsc says about a consumer's program. */
function check(source: string): string {
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(consumer, 'program.ts'), source);
  const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] };
  const config = { compilerOptions: { ...options, skipLibCheck: false }, files: ['program.ts'] };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(config));
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', consumer], {
    encoding: 'utf8',
  });
  return tsc.stdout + tsc.stderr;
}

describe('the built package', () => {
  test('has the library, the command line and its traces', () => {
    for (const file of ['index.js', 'index.d.ts', 'cli/main.cjs', 'cli/otlp.cjs'])
      expect(readFileSync(join(installed, 'dist', file)).length, file).toBeGreaterThan(0);
  });

  test('has one declaration file, which imports nothing but node', () => {
    expect(globSync('dist/**/*.d.ts', { cwd: installed })).toEqual(['dist/index.d.ts']);
    const imports = readFileSync(join(installed, 'dist/index.d.ts'), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g);
    for (const [, name] of imports) expect(name).toMatch(/^node:/);
  });

  test(
    'type-checks with every public export in use, also without skipLibCheck',
    () => {
      const { values, types } = publicNames();
      expect(values).toContain('soapstone');
      expect(types).toContain('Gateway');
      const uses = values.map((name) => `void soapstone.${name};`);
      const named = types.map((name) => `export type Its${name} = soapstone.${name};`);
      expect(check(["import * as soapstone from 'soapstone';", ...uses, ...named].join('\n'))).toBe('');
    },
    MINUTES * 5,
  );

  test(
    'its types refuse what the library refuses',
    () => {
      const program = `import { type Gateway, soapstone } from 'soapstone';
      export const gateway: Promise<Gateway> = soapstone({ mapping: './mapping', upstream: 'http://127.0.0.1:9/' });
      // @ts-expect-error: the mapping is missing.
      void soapstone({ upstream: 'http://127.0.0.1:9/' });
      // @ts-expect-error: no such option.
      void soapstone({ mapping: './mapping', upstraem: 'http://127.0.0.1:9/' });
      // @ts-expect-error: a number is no promise.
      export const pending: Promise<string> = gateway.then(({ stats }) => stats());`;
      expect(check(program)).toBe('');
    },
    MINUTES * 5,
  );
});
