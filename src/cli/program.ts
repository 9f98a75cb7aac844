// The verbs: arguments, options and help. Running one is left to `choose`, so that parsing loads nothing.
import { Command, Option } from 'commander';
import { SoapstoneError } from '../errors/errors.ts';
import type { LoadOptions } from '../mapping/load.ts';
import { pairsOf, parseKind } from '../server/settings/kinds.ts';
import { optionNames, specOf } from '../server/settings/options.ts';
import { environmentName, flagOf } from '../server/settings/spelling.ts';

export type Verb = () => Promise<number>;

export type Choose = (verb: Verb) => void;

/** `name`: the verb that will run, if the arguments name one. Only its options are made. */
export function program(choose: Choose, name: string | undefined): Command {
  const root = new Command('soapstone')
    .description('Presents SOAP services as REST APIs and REST APIs as SOAP services, from one mapping table.')
    .helpCommand(false)
    .option('-V, --version', 'print the version')
    .showSuggestionAfterError()
    .showHelpAfterError('(soapstone --help lists the verbs; each has its own --help)')
    .exitOverride();
  for (const [verbName, add] of VERBS) if (verbName === name || !VERBS.has(name ?? '')) add(root, choose);
  return root;
}

/** Shows each example as a line that can be pasted. */
function verb(root: Command, usage: string, description: string, ...examples: readonly string[]): Command {
  const text = ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n');
  return root.command(usage).description(description).addHelpText('after', text);
}

function addServe(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'serve',
    'Runs the gateway. Options come from flags, the environment and soapstone.yaml, in that order of precedence.',
    'soapstone serve --mapping mappings/10-first-row --upstream http://127.0.0.1:8000/bank',
    'soapstone serve --config /etc/soapstone.yaml',
    'SOAPSTONE_PORT=80 soapstone serve --mapping ./mapping --upstream https://soap.example.com/service',
  );
  addSettings(command);
  whenChosen(command, choose, async () => (await import('./serve.ts')).serve(command.opts()));
}

const SPELLINGS = `
Each option has three spellings: --upstream-timeout, ${environmentName('upstreamTimeout')} and, in soapstone.yaml, upstreamTimeout.
Several bridges: list them in soapstone.yaml under bridges:, each with its mapping and upstream.`;

function addSettings(command: Command): void {
  command.option(
    '--config <file>',
    `settings file (${environmentName('config')}; soapstone.yaml of this folder, if there)`,
  );
  for (const name of optionNames) {
    const { kind, doc, values, default: fallback } = specOf(name);
    const allowed = values?.join('|') ?? kind;
    const tail = fallback ? ` [${fallback}]` : '';
    command.addOption(new Option(`${flagOf(name)} <${allowed}>`, lowered(doc) + tail));
  }
  command.addHelpText('after', SPELLINGS);
}

/** Help texts of options begin with a small letter, unless it belongs to an abbreviation. */
function lowered(doc: string): string {
  return /^[A-Z]{2}/.test(doc) ? doc : doc.charAt(0).toLowerCase() + doc.slice(1);
}

function addCheck(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'check <dirs...>',
    'Loads mappings with their contracts and prints every problem, one a line. Opens no port.',
    'soapstone check mappings/10-first-row',
    'soapstone check mappings/*',
  );
  addLoading(command);
  whenChosen(command, choose, async () => (await import('./check.ts')).check(command.args, loadingOf(command)));
}

function addExplain(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'explain <mapping> [request]',
    'Shows what the gateway makes of a request: rule, variables, the envelope sent, the response expected. Sends nothing.',
    "soapstone explain mappings/10-first-row 'GET /v1/accounts/7?currency=EUR'",
    "soapstone explain ./mapping 'POST /accounts' -d @account.json -H 'X-Tenant: 7'",
    'soapstone explain ./mapping --soap request.xml',
    'soapstone explain ./mapping --expand',
  )
    .option('-d, --data <json>', 'Body of the request; @file reads it from a file, @- from standard input')
    .option('-H, --header <name: value>', 'Header field of the request, repeatable', collect)
    .option('--soap <file>', 'A SOAP request to explain the other way: rule, variables, the REST request')
    .option('--expand', 'Print the rules in their long form');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./explain.ts')).explain(command.args[0], command.args[1], command.opts(), loadingOf(command)),
  );
}

/** Contracts are loaded by several verbs; only `serve` reads its settings from elsewhere too. */
function addLoading(command: Command): void {
  command.option(`${flagOf('allowRemote')} <hosts>`, lowered(specOf('allowRemote').doc));
  command.option(`${flagOf('set')} <pairs>`, lowered(specOf('set').doc));
}

function loadingOf(command: Command): LoadOptions {
  const { allowRemote, set } = command.opts<{ allowRemote?: string; set?: string }>();
  return {
    allowRemote: allowRemote === undefined ? undefined : listOf('allowRemote', allowRemote),
    settings: set === undefined ? undefined : pairsOf(listOf('set', set)),
  };
}

function listOf(name: 'allowRemote' | 'set', text: string): readonly string[] {
  const parsed = parseKind(specOf(name), text);
  if ('problem' in parsed) throw new SoapstoneError('SETTINGS', `${flagOf(name)} ${parsed.problem}`);
  return parsed.value as readonly string[];
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function addTest(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'test <dirs...>',
    'Runs the cases of mappings in both directions, offline.',
    'soapstone test mappings/10-first-row',
  );
  addLoading(command);
  whenChosen(command, choose, async () => (await import('./test.ts')).test(command.args, loadingOf(command)));
}

function addCompile(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'compile <contract>',
    'Writes a contract (or that of a mapping folder) to one file that loads much faster.',
    'soapstone compile service.wsdl -o service.contract',
    'soapstone compile ./mapping -o ./mapping/service.contract',
  ).requiredOption('-o, --output <file>', 'File to write');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./compile.ts')).compile(command.args[0], command.opts().output, loadingOf(command)),
  );
}

function addWsdl(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'wsdl',
    'Writes a contract and a first mapping for a REST API, from its OpenAPI 3 description. Prints what could not be carried.',
    'soapstone wsdl --openapi petstore.yaml -o ./petstore',
  )
    .requiredOption('--openapi <file>', 'OpenAPI 3.0 or 3.1 description, JSON or YAML')
    .option('-o, --output <folder>', 'Folder to write to; no file in it is overwritten', '.')
    .option('--namespace <uri>', 'Target namespace of the contract; made from title and version unless given');
  whenChosen(command, choose, async () => (await import('./wsdl.ts')).wsdl(command.opts()));
}

function addOpenApi(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'openapi <mapping>',
    'Writes the OpenAPI 3.1 description of the REST face of a mapping.',
    'soapstone openapi mappings/10-first-row',
    'soapstone openapi ./mapping -o openapi.json --server https://api.example.com',
  )
    .option('-o, --output <file>', 'File to write; standard output unless given')
    .option('--server <url>', 'Address that the paths are below; that of whoever shows the document unless given');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./openapi.ts')).openapi(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addDemo(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'demo',
    'Runs the business records service with Soapstone in front, as REST and as SOAP again, and prints what to try.',
    'soapstone demo',
  )
    .option('--port <port>', 'Port of the gateway; 0 takes a free one', '8080')
    .option('--soap-port <port>', 'Port of the small service of mappings/10-first-row; 0 takes a free one', '8000')
    .option('--records-port <port>', 'Port of the business records service; 0 takes a free one', '8001')
    .option('--admin-port <port>', 'Port for probes and metrics; 0 takes a free one, off has none', '9091')
    .option('--data <file>', 'File that the business records are kept in; in memory unless told');
  whenChosen(command, choose, async () => (await import('./demo.ts')).demo(command.opts()));
}

function addHealth(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'health',
    'Asks the admin port of a gateway on this machine whether it runs. Ends with 0 when it does.',
    'soapstone health',
    'soapstone health --ready --admin-port 9090',
  ).option('--ready', 'ask whether it takes requests');
  for (const name of ['config', 'adminHost', 'adminPort'] as const) {
    const doc = name === 'config' ? 'settings file' : lowered(specOf(name).doc);
    command.option(`${flagOf(name)} <value>`, doc);
  }
  whenChosen(command, choose, async () => (await import('./health.ts')).health(command.opts()));
}

const printVersion: Verb = async () => (await import('./print-version.ts')).printVersion();

function addVersion(root: Command, choose: Choose): void {
  const command = verb(root, 'version', 'Prints the version.', 'soapstone version');
  whenChosen(command, choose, printVersion);
}

function whenChosen(command: Command, choose: Choose, run: Verb): void {
  command.action(() => choose(run));
}

const VERBS: ReadonlyMap<string, (root: Command, choose: Choose) => void> = new Map([
  ['serve', addServe],
  ['check', addCheck],
  ['explain', addExplain],
  ['test', addTest],
  ['compile', addCompile],
  ['openapi', addOpenApi],
  ['wsdl', addWsdl],
  ['demo', addDemo],
  ['health', addHealth],
  ['version', addVersion],
]);
