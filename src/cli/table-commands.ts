// Commands for a mapping table: nothing is sent and nothing served, except by the workbench.
import type { Command } from 'commander';
import { SoapstoneError } from '../errors/errors.ts';
import { flagOf } from '../server/settings/option-spec.ts';
import { specOf } from '../server/settings/options.ts';
import { addFaultTexts, addFormat, addLoading, collect, formatOf, loadingOf, lowered } from './command-options.ts';
import { type Choose, verb, whenChosen } from './verb.ts';

interface CheckFlags {
  readonly config?: string;
  readonly stats?: boolean;
  readonly strict?: boolean;
}

const CHECK_WHAT = 'name the folders of mappings, or a settings file with --config';

export function addCheck(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'check [dirs...]',
    'Checks mappings and their contracts, or a whole configuration, and prints one problem per line. Opens no port.',
    'soapstone check mappings/10-first-row',
    'soapstone check mappings/*',
    'soapstone check --config soapstone.yaml',
    'soapstone check ./mapping --format sarif > soapstone.sarif',
  )
    .option('--config <file>', 'settings file of serve, to check with everything that it names')
    .option('--stats', 'count the rules that run both ways; say why others do not')
    .option('--strict', 'notes fail the check too');
  addFormat(command);
  addLoading(command);
  whenChosen(command, choose, async () => {
    const { config, stats: figures, strict = false } = command.opts<CheckFlags>();
    const { check, checkConfig } = await import('./check.ts');
    if ((config === undefined) === (command.args.length === 0)) throw new SoapstoneError('SETTINGS', CHECK_WHAT);
    if (config !== undefined) return checkConfig({ ...command.opts(), config }, formatOf(command), strict);
    return check(command.args, { ...loadingOf(command), figures }, formatOf(command), strict);
  });
}

export function addExplain(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'explain <mapping> [request]',
    'Explains a request: its rule, placeholders, the envelope sent and the response expected. Or a rule, by its id. Sends nothing.',
    "soapstone explain mappings/10-first-row 'GET /v1/accounts/7?currency=EUR'",
    "soapstone explain ./mapping 'POST /accounts' -d @account.json -H 'X-Tenant: 7'",
    'soapstone explain ./mapping --soap request.xml',
    'soapstone explain ./mapping GetAccount    # the long form of one rule',
    'soapstone explain ./mapping --expand      # of all',
  )
    .option('-d, --data <json>', 'request body; @file reads a file, @- reads standard input')
    .option('-H, --header <name: value>', 'request header, repeatable', collect)
    .option('--soap <file>', 'file of a SOAP request to explain as a REST request')
    .option('--expand', 'print the rules in their long form')
    .option('--json', 'print the explanation as JSON');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./explain.ts')).explain(command.args[0], command.args[1], command.opts(), loadingOf(command)),
  );
}

export function addTest(root: Command, choose: Choose): void {
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

export function addMigrate(root: Command, choose: Choose): void {
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

export function addOpenApi(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'openapi <mapping>',
    'Writes the OpenAPI 3.1 document of a mapping.',
    'soapstone openapi mappings/10-first-row',
    'soapstone openapi ./mapping -o openapi.json --server https://api.example.com',
  )
    .option('-o, --output <file>', 'file to write; default: standard output')
    .option('--compact', 'without indentation, as serve sends it: half of the bytes')
    .option('--server <url>', 'base URL of all paths; default: where the document is served')
    .option('--config <file>', 'settings of serve: how clients authenticate, and the public URL');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./openapi.ts')).openapi(command.args[0], command.opts(), loadingOf(command)),
  );
}

export function addStudio(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'studio <mapping>',
    'Opens a workbench in the browser: both sides of a request live, problems as files are saved, cases recorded with a click.',
    'soapstone studio ./mapping',
    'soapstone studio ./mapping --upstream http://127.0.0.1:8000/bank',
  )
    .option('--port <port>', 'port of the page; 0: any free port', '9092')
    .option('--host <host>', 'listen address; others than this machine must ask for it', '127.0.0.1')
    .option('--upstream <url>', 'URL of the service, to send requests to')
    .option(`${flagOf('auth')} <file>`, lowered(specOf('auth').doc));
  addFaultTexts(command);
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./studio.ts')).studio(command.args[0], command.opts(), loadingOf(command)),
  );
}
