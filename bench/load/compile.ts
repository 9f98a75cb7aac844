// Writes the compiled form of the large contract.
import { writeFileSync } from 'node:fs';
import { writeCompiled } from '../../src/contract/compiled/write.ts';
import { loadContract } from '../../src/contract/load.ts';
import { largeCompiled, largeWsdl } from '../large/files.ts';

writeFileSync(largeCompiled, writeCompiled(await loadContract(largeWsdl)));
