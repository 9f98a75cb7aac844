// The command line as the image has it, and the tables that it has checked: the bundle and the file of traces, without the library.
import { bundle } from './bundle.ts';
import { compileShippedTables } from './shipped-tables.ts';

await bundle('dist/cli/main.cjs');
compileShippedTables();
