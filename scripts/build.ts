// Compiles src/ to dist/ (the library, file by file), then bundles the command line with what it needs into dist/cli/: loading a
// few files instead of a few hundred is most of the time that a start takes. Run by `npm run build` and by npm's prepare step.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

if (!existsSync('src/index.ts')) process.exit(0);
rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

rmSync('dist/cli', { recursive: true });
await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: 'dist/cli',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // What a verb loads when it runs stays a file of its own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.15',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  logLevel: 'warning',
  // Packages in CommonJS ask for node's own modules by require().
  banner: { js: "import { createRequire as soapstoneRequire } from 'node:module'; const require = soapstoneRequire(import.meta.url);" },
});
