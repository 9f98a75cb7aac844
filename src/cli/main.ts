#!/usr/bin/env node
// The command line's entry: parses, runs one verb, sets the exit code (0 done, 1 problems found, 2 wrong usage).
import { run } from './run.ts';

// A reader that has seen enough (`soapstone explain … | head`) is not an error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await run(process.argv.slice(2));
