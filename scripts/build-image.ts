// The command line as the image has it, and the tables that it has checked: the bundle, the file of traces and the files of the docs page, without the library.
import { bundle } from './bundle.ts';
import { copyDocsFiles } from './docs-files.ts';
import { compileShippedTables } from './shipped-tables.ts';

await bundle('dist/cli/main.cjs');
await copyDocsFiles('dist');
compileShippedTables();
