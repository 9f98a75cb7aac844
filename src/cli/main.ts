// The command line's entry, which bin/soapstone.js runs: calls the verb that the arguments name and sets the exit code.
import { CommanderError } from 'commander';
import { environmentProxy } from '../transport/environment-proxy.ts';
import { program } from './program.ts';
import { OK, reportError, USAGE } from './report.ts';
import type { Verb } from './verb.ts';

// A closed pipe (`soapstone explain … | head`) is not an error.
process.stdout.on('error', () => process.exit(0));
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

/** Resolves with the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  let chosen: Verb = async () => OK;
  const choose = (verb: Verb) => {
    chosen = verb;
  };
  const args = asVerb(argv);
  try {
    program(choose, args[0]).parse(args, { from: 'user' });
    await useProxy();
    return await chosen();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
    return reportError(error);
  }
}

/** For what the command fetches. */
async function useProxy(): Promise<void> {
  const proxyFor = environmentProxy(process.env);
  if (proxyFor) (await import('../transport/global-proxy.ts')).fetchThrough(proxyFor);
}

function asVerb(argv: readonly string[]): readonly string[] {
  return argv[0] === '--version' || argv[0] === '-V' ? ['version'] : argv;
}
