import { CommanderError } from 'commander';
import { program, type Verb } from './program.ts';
import { OK, reportError, USAGE } from './report.ts';

/** Runs the verb that the arguments name. Resolves with the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  let chosen: Verb = async () => OK;
  const choose = (verb: Verb) => {
    chosen = verb;
  };
  const args = asVerb(argv);
  try {
    program(choose, args[0]).parse(args, { from: 'user' });
    return await chosen();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
    return reportError(error);
  }
}

function asVerb(argv: readonly string[]): readonly string[] {
  return argv[0] === '--version' || argv[0] === '-V' ? ['version'] : argv;
}
