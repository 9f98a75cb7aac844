// Our reader on the compiled form of the large contract, in a fresh process. The file is read from disk inside the measurement.
import { readFileSync } from 'node:fs';
import { largeCompiled } from '../large/files.ts';
import { report } from './result.ts';

const start = performance.now();
const { readCompiled } = await import('../../src/contract/compiled/read.ts');
const imports = performance.now() - start;
const { ownTypes } = await import('./own-types.ts');

await report(imports, () => readCompiled(readFileSync(largeCompiled)), ownTypes);
