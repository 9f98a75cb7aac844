// The command line as the image has it: the bundle and the file of traces, without the library.
import { bundle } from './bundle.ts';

await bundle('dist/cli/main.cjs');
