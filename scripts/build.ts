// Compiles src/ to dist/: the library file by file, the command line as one file. Run by `npm run build` and by npm's prepare step.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { bundle } from './bundle.ts';

if (!existsSync('src/index.ts')) process.exit(0);
rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
await bundle('dist/cli/main.cjs');
