// The commands: arguments, options and help. `choose` runs the command, so that parsing loads nothing.
import { Argument, Command, Option } from 'commander';
import { SoapstoneError } from '../errors/errors.ts';
import type { LoadOptions } from '../mapping/load.ts';
import { pairsOf, parseKind } from '../server/settings/kinds.ts';
import { environmentName, flagOf } from '../server/settings/option-spec.ts';
import { type OptionName, optionNames, specOf } from '../server/settings/options.ts';
import type { Shell } from './completion.ts';
import { formatHelp } from './help.ts';
import { FORMATS, type Format } from './output/format.ts';
import { OK } from './report.ts';

export type Verb = () => Promise<number>;

type Choose = (verb: Verb) => void;

/** The help of all options of a command, not only the common ones. */
const HELP_ALL = '--help-all';

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

function verb(root: Command, usage: string, description: string, ...examples: readonly string[]): Command {
  const text = ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n');
  return root.command(usage).description(description).addHelpText('after', text);
}

function addServe(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'serve',
    'Runs the gateway. Flags win over environment variables, these over soapstone.yaml.',
    'soapstone serve --contract service.wsdl',
    'soapstone serve --mapping mappings/10-first-row --upstream http://127.0.0.1:8000/bank',
    'soapstone serve --config /etc/soapstone.yaml',
    'SOAPSTONE_PORT=80 soapstone serve --mapping ./mapping --upstream https://soap.example.com/service',
  );
  addSettings(command);
  command.option(HELP_ALL, 'print the help of all options').on('option:help-all', () => {
    command.configureHelp({ visibleOptions: () => [...command.options] }).addHelpText('after', SPELLINGS);
    command.help();
  });
  whenChosen(command, choose, async () => (await import('./serve.ts')).serve(command.opts()));
}

function addMcp(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'mcp [mapping]',
    'Offers the rules of a mapping as tools for agents, over standard input and output (MCP).',
    'soapstone mcp mappings/10-first-row --upstream http://127.0.0.1:8000/bank',
    'soapstone mcp --contract service.wsdl --read-only true',
    "soapstone mcp ./mapping --upstream https://example.com/service -H 'Authorization: env:TOKEN'",
  ).option('-H, --header <name: value>', 'header of each request, repeatable; env:NAME reads a secret', collect);
  addSettings(command, ['present', 'mapping', 'path', 'origins', 'openapi', 'docs', 'catalog', 'passThrough']);
  whenChosen(command, choose, async () => (await import('./mcp.ts')).mcp(command.args[0], command.opts()));
}

/** Settings that a newcomer needs: all of them are in docs/reference/settings.md. */
const COMMON: ReadonlySet<string> = new Set([
  ...['mapping', 'contract', 'allowRemote', 'set', 'present', 'upstream', 'auth', 'docs', 'openapi', 'publicUrl'],
  ...['host', 'port', 'adminPort', 'watch', 'logFormat', 'tools', 'readOnly'],
]);

const SPELLINGS = `
Each option has three spellings: --upstream-timeout, ${environmentName('upstreamTimeout')} and, in soapstone.yaml, upstreamTimeout.
Times: 500ms, 30s, 2m, 1h. Sizes: 65536, 512KiB, 10MiB, 1GiB.
For several bridges, list them under bridges: in soapstone.yaml, each with its mapping and upstream.`;

/** `without`: options of a bridge that the command has not; of the process, it has those of the log then. */
function addSettings(command: Command, without: readonly OptionName[] = []): void {
  command.option(
    '--config <file>',
    `settings file (${environmentName('config')}); default: soapstone.yaml in this folder`,
  );
  for (const name of without.length === 0 ? optionNames : optionNames.filter((name) => isOfTools(name, without))) {
    const { kind, doc, values, default: fallback } = specOf(name);
    const allowed = values?.join('|') ?? kind;
    const tail = fallback ? ` [${fallback}]` : '';
    const option = new Option(`${flagOf(name)} <${allowed}>`, lowered(doc) + tail);
    command.addOption(option.hideHelp(!COMMON.has(name)));
  }
}

function isOfTools(name: OptionName, without: readonly OptionName[]): boolean {
  return (specOf(name).scope === 'bridge' && !without.includes(name)) || name === 'logLevel' || name === 'logFormat';
}

/** Help texts begin with a small letter, except abbreviations. */
function lowered(doc: string): string {
  return /^[A-Z]{2}/.test(doc) ? doc : doc.charAt(0).toLowerCase() + doc.slice(1);
}

function addCheck(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'check <dirs...>',
    'Checks mappings and their contracts, and prints one problem per line. Opens no port.',
    'soapstone check mappings/10-first-row',
    'soapstone check mappings/*',
    'soapstone check ./mapping --format sarif > soapstone.sarif',
  ).option('--stats', 'count the rules that run both ways; say why others do not');
  addFormat(command);
  addLoading(command);
  whenChosen(command, choose, async () => {
    const figures = command.opts<{ stats?: boolean }>().stats;
    return (await import('./check.ts')).check(command.args, { ...loadingOf(command), figures }, formatOf(command));
  });
}

function addExplain(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'explain <mapping> [request]',
    'Explains a request: its rule, placeholders, the envelope sent and the response expected. Sends nothing.',
    "soapstone explain mappings/10-first-row 'GET /v1/accounts/7?currency=EUR'",
    "soapstone explain ./mapping 'POST /accounts' -d @account.json -H 'X-Tenant: 7'",
    'soapstone explain ./mapping --soap request.xml',
    'soapstone explain ./mapping --expand',
  )
    .option('-d, --data <json>', 'request body; @file reads a file, @- reads standard input')
    .option('-H, --header <name: value>', 'request header, repeatable', collect)
    .option('--soap <file>', 'file of a SOAP request to explain as a REST request')
    .option('--expand', 'print the rules in their long form');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./explain.ts')).explain(command.args[0], command.args[1], command.opts(), loadingOf(command)),
  );
}

function addCall(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'call <mapping> [request]',
    'Sends one request through a mapping, and shows the REST and the SOAP messages. Serves nothing.',
    "soapstone call ./mapping 'GET /accounts/7' --upstream http://127.0.0.1:8000/bank",
    'soapstone call ./mapping --soap request.xml --upstream http://127.0.0.1:3000',
  )
    .requiredOption('--upstream <url>', 'URL of the upstream service')
    .option('-d, --data <json>', 'request body; @file reads a file, @- reads standard input')
    .option('-H, --header <name: value>', 'request header, repeatable', collect)
    .option('--soap <file>', 'envelope to send instead of a REST request; - is standard input')
    .option('--json', 'print the captured exchange as JSON');
  for (const name of ['auth', 'upstreamCa'] as const)
    command.option(`${flagOf(name)} <file>`, lowered(specOf(name).doc));
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./call.ts')).call(command.args[0], command.args[1], command.opts()),
  );
}

function addRecord(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'record <mapping> [source]',
    'Makes test cases of captured exchanges, in a new file. The source is an admin port, or a file.',
    'soapstone record ./mapping http://127.0.0.1:9090',
    'soapstone record ./mapping wire.jsonl --rule GetAccount',
  )
    .option('--rule <id>', 'only exchanges of this rule')
    .option('--dry-run', 'print the cases; write nothing')
    .option('--json', 'print the outcomes as JSON');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./record.ts')).record(command.args[0], command.args[1], command.opts(), loadingOf(command)),
  );
}

function addMock(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'mock <mapping>',
    'Plays the service behind a mapping: responses from its cases, else samples of the contract.',
    'soapstone mock ./mapping --port 8000',
    'soapstone mock ./mapping --as rest --port 3000',
    'soapstone mock ./mapping --fault GetAccount=AccountNotFound',
  )
    .addOption(new Option('--as <protocol>', 'the service to play').choices(['soap', 'rest']).default('soap'))
    .option('--host <host>', 'listen address', '127.0.0.1')
    .option('--port <port>', 'listen port; 0: any free port', '8000')
    .option('--fault <operation=element>', 'respond to an operation with a fault, repeatable', collect);
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./mock.ts')).mock(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addDiff(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'diff <contracts...>',
    'Says what a new contract changes: breaks, additions, notes. Exits with 1 if something breaks.',
    'soapstone diff old.wsdl new.wsdl',
    "soapstone diff 'https://example.com/service?wsdl' --mapping ./mapping",
  )
    .option('--mapping <folder>', 'name the rules that are concerned; its contract is the old one')
    .option('--json', 'print the changes as JSON');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./diff.ts')).diff(command.args, command.opts(), loadingOf(command)),
  );
}

/** For the commands that load contracts, except `serve`, which has all settings. */
function addLoading(command: Command): void {
  command.option(`${flagOf('allowRemote')} <hosts>`, lowered(specOf('allowRemote').doc));
  command.option(`${flagOf('set')} <pairs>`, lowered(specOf('set').doc));
}

function addFormat(command: Command): void {
  command.addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'));
  command.addOption(new Option('--json', 'short for --format json').implies({ format: 'json' }));
}

function formatOf(command: Command): Format {
  return command.opts<{ format: Format }>().format;
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
    'Runs the test cases of mappings in both directions, offline.',
    'soapstone test mappings/10-first-row',
    'soapstone test mappings/* --format junit > soapstone.xml',
  );
  addFormat(command);
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./test.ts')).test(command.args, loadingOf(command), formatOf(command)),
  );
}

function addCompile(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'compile <contract>',
    'Compiles a contract, or that of a mapping folder, to one file that loads much faster.',
    'soapstone compile service.wsdl -o service.contract',
    'soapstone compile ./mapping -o ./mapping/service.contract',
  ).requiredOption('-o, --output <file>', 'file to write');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./compile.ts')).compile(command.args[0], command.opts().output, loadingOf(command)),
  );
}

function addMigrate(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'migrate <mapping>',
    'Rewrites a mapping and its test cases in version 2 of the language, then checks it.',
    'soapstone migrate ./mapping --dry-run',
    'soapstone migrate ./mapping',
  ).option('--dry-run', 'print the changes; write nothing');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./migrate.ts')).migrate(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addWsdl(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'wsdl',
    'Writes a contract and a first mapping for a REST API from its OpenAPI document. Prints what it had to leave out.',
    'soapstone wsdl --openapi petstore.yaml -o ./petstore',
    "soapstone wsdl --openapi https://example.com/openapi.json -o ./shop --tag orders --path '/v1/**'",
  )
    .summary('Writes a contract and a first mapping for a REST API')
    .requiredOption('--openapi <location>', 'file or URL of OpenAPI 3.0, 3.1 or Swagger 2.0')
    .option('-o, --output <folder>', 'folder to write to; existing files are not overwritten', '.')
    .option('--namespace <uri>', 'target namespace of the contract; default: from title and version')
    .option('--tag <name>', 'only operations with the tag, repeatable', collect)
    .option('--path <glob>', 'only paths that match, such as /orders/**; repeatable', collect)
    .option('--json', 'print the result and all notes as JSON');
  whenChosen(command, choose, async () => (await import('./wsdl.ts')).wsdl(command.opts()));
}

function addOperations(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'operations <contract>',
    'Lists the operations of a contract, with their parts, header parts and faults.',
    'soapstone operations service.wsdl',
    'soapstone operations https://example.com/service?wsdl',
  );
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./operations.ts')).operations(command.args[0], loadingOf(command)),
  );
}

function addInit(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'init <contract>',
    'Writes a first mapping for a contract, with a stub case for each rule. Prints what it guessed.',
    'soapstone init service.wsdl -o ./orders',
    "soapstone init 'https://example.com/service?wsdl' -o ./orders --camel-case",
  )
    .option('-o, --output <folder>', 'folder to write to; an existing table is not overwritten', '.')
    .option('--camel-case', 'show all members of bodies in camelCase')
    .option('--all', 'write one rule for all operations, POST /operation-name');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./init.ts')).init(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addOpenApi(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'openapi <mapping>',
    'Writes the OpenAPI 3.1 document of a mapping.',
    'soapstone openapi mappings/10-first-row',
    'soapstone openapi ./mapping -o openapi.json --server https://api.example.com',
  )
    .option('-o, --output <file>', 'file to write; default: standard output')
    .option('--server <url>', 'base URL of all paths; default: where the document is served')
    .option('--config <file>', 'settings of serve: how clients authenticate, and the public URL');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./openapi.ts')).openapi(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addDemo(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'demo',
    'Runs the business records example: the SOAP service, REST in front, SOAP in front of that. Prints commands to try.',
    'soapstone demo',
  )
    .option('--port <port>', 'port of the gateway; 0: any free port', '8080')
    .option('--soap-port <port>', 'port of the small SOAP service; 0: any free port', '8000')
    .option('--records-port <port>', 'port of the business records service; 0: any free port', '8001')
    .option('--admin-port <port>', 'port for probes and metrics; 0: any free port; off: none', '9091')
    .option('--data <file>', 'file of the business records; default: in memory');
  whenChosen(command, choose, async () => (await import('./demo.ts')).demo(command.opts()));
}

function addStudio(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'studio <mapping>',
    'Opens a workbench in the browser: both sides of a request live, problems as files are saved, cases recorded with a click.',
    'soapstone studio ./mapping',
    'soapstone studio ./mapping --upstream http://127.0.0.1:8000/bank',
  )
    .option('--port <port>', 'port of the page; 0: any free port', '9092')
    .option('--host <host>', 'listen address; others than this machine must ask for it', '127.0.0.1')
    .option('--upstream <url>', 'URL of the service, to send requests to');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./studio.ts')).studio(command.args[0], command.opts(), loadingOf(command)),
  );
}

function addHealth(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'health',
    'Checks a gateway on this machine through its admin port. Exits with 0 if it runs.',
    'soapstone health',
    'soapstone health --ready --admin-port 9090',
  ).option('--ready', 'check that it is ready for requests');
  for (const name of ['config', 'adminHost', 'adminPort'] as const) {
    const doc = name === 'config' ? 'settings file' : lowered(specOf(name).doc);
    command.option(`${flagOf(name)} <value>`, doc);
  }
  whenChosen(command, choose, async () => (await import('./health.ts')).health(command.opts()));
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

function addCompletion(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'completion',
    'Prints a completion script for a shell.',
    'source <(soapstone completion bash)',
    'soapstone completion fish > ~/.config/fish/completions/soapstone.fish',
  ).addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']));
  whenChosen(command, choose, async () =>
    (await import('./completion.ts')).completion(
      command.args[0] as Shell,
      program(() => {}, undefined),
    ),
  );
}

function whenChosen(command: Command, choose: Choose, run: Verb): void {
  command.action(() => choose(run));
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
  ['openapi', addOpenApi],
  ['operations', addOperations],
  ['init', addInit],
  ['wsdl', addWsdl],
  ['migrate', addMigrate],
  ['studio', addStudio],
  ['demo', addDemo],
  ['health', addHealth],
  ['completion', addCompletion],
  ['version', addVersion],
]);
