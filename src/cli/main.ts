// The command line's entry: runs the verb that the arguments name and sets the exit code.
import { run } from './run.ts';

// A reader that has seen enough (`soapstone explain … | head`) is not an error.
process.stdout.on('error', () => process.exit(0));
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
