// Compiles src/ to dist/. Run by `npm run build` and by npm's prepare step.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('src/index.ts')) process.exit(0);
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
process.exit(tsc.status ?? 1);
