// Our loader on the sources of the large contract, in a fresh process.
import { largeWsdl } from '../large/files.ts';
import { report } from './result.ts';

const start = performance.now();
const { loadContract } = await import('../../src/contract/load.ts');
const imports = performance.now() - start;
const { ownTypes } = await import('./own-types.ts');

await report(imports, () => loadContract(largeWsdl), ownTypes);
