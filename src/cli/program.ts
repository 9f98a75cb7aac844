// The commands: arguments, options and help. `choose` runs the command, so that parsing loads nothing.
import { Argument, Command } from 'commander';
import { docsCommand } from '../errors/docs-reference.ts';
import type { Shell } from './completion.ts';
import { addCompile, addDiff, addInit, addOperations, addPack, addWsdl } from './contract-commands.ts';
import { addCall, addMock, addRecord } from './exchange-commands.ts';
import { addDemo, addDrain, addHealth, addMcp, addServe } from './gateway-commands.ts';
import { formatHelp } from './help.ts';
import { OK } from './report.ts';
import { addCheck, addExplain, addMigrate, addOpenApi, addStudio, addTest } from './table-commands.ts';
import { type Choose, type Verb, verb, whenChosen } from './verb.ts';

/** `name`: the command of the arguments, if they name one. Only its options are made. */
export function program(choose: Choose, name: string | undefined): Command {
  const root = new Command('soapstone')
    .description('Presents SOAP services as REST APIs, and REST APIs as SOAP services.')
    .helpCommand(false)
    .option('-V, --version', 'print the version')
    .showSuggestionAfterError()
    .showHelpAfterError('(soapstone --help lists the commands; each has its own --help)')
    .configureHelp({ formatHelp })
    .exitOverride();
  for (const [verbName, add] of VERBS) if (verbName === name || !VERBS.has(name ?? '')) add(root, choose);
  return root;
}

const printVersion: Verb = async () => {
  const { version } = await import('../server/package.ts');
  process.stdout.write(`soapstone ${version()} (node ${process.version})\n`);
  return OK;
};

function addVersion(root: Command, choose: Choose): void {
  const command = verb(root, 'version', 'Prints the version.', 'soapstone version');
  whenChosen(command, choose, printVersion);
}

function addDocs(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'docs [page]',
    'Prints a page of the documentation, or a part of one. Without a name, lists the pages.',
    'soapstone docs',
    'soapstone docs mapping | less',
    docsCommand('faults#a-wrong-password'),
  );
  whenChosen(command, choose, async () => (await import('./docs.ts')).docs(command.args[0]));
}

function addCompletion(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'completion',
    'Prints a completion script for a shell.',
    'source <(soapstone completion bash)',
    'soapstone completion fish > ~/.config/fish/completions/soapstone.fish',
  ).addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']));
  whenChosen(command, choose, async () => {
    const [{ completion }, { pageNames }] = await Promise.all([import('./completion.ts'), import('./docs.ts')]);
    const values = new Map([['docs', pageNames()]]);
    return completion(
      command.args[0] as Shell,
      program(() => {}, undefined),
      values,
    );
  });
}

const VERBS: ReadonlyMap<string, (root: Command, choose: Choose) => void> = new Map([
  ['serve', addServe],
  ['check', addCheck],
  ['explain', addExplain],
  ['call', addCall],
  ['mcp', addMcp],
  ['record', addRecord],
  ['mock', addMock],
  ['diff', addDiff],
  ['test', addTest],
  ['compile', addCompile],
  ['pack', addPack],
  ['openapi', addOpenApi],
  ['operations', addOperations],
  ['init', addInit],
  ['wsdl', addWsdl],
  ['migrate', addMigrate],
  ['studio', addStudio],
  ['demo', addDemo],
  ['health', addHealth],
  ['drain', addDrain],
  ['docs', addDocs],
  ['completion', addCompletion],
  ['version', addVersion],
]);
