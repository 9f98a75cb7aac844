// Commands that run a gateway, or talk to one.
import { Command } from 'commander';
import { environmentName, flagOf } from '../server/settings/option-spec.ts';
import { specOf } from '../server/settings/options.ts';
import { addSettings, collect, lowered } from './command-options.ts';
import { type Choose, verb, whenChosen } from './verb.ts';

/** The help of all options of a command, not only the common ones. */
const HELP_ALL = '--help-all';

export function addServe(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'serve [source]',
    'Runs the gateway. Flags win over environment variables, these over soapstone.yaml.',
    'soapstone serve service.wsdl',
    'soapstone serve --contract https://example.com/service?wsdl',
    'soapstone serve --mapping mappings/10-first-row --upstream http://127.0.0.1:8000/bank',
    'soapstone serve --config /etc/soapstone.yaml',
    'SOAPSTONE_PORT=80 soapstone serve --mapping ./mapping --upstream https://soap.example.com/service',
  );
  addSettings(command);
  command.option(HELP_ALL, 'print the help of all options').on('option:help-all', () => {
    command.configureHelp({ visibleOptions: () => [...command.options] }).addHelpText('after', SPELLINGS);
    command.help();
  });
  whenChosen(command, choose, async () => (await import('./serve.ts')).serve(command.opts(), command.args[0]));
}

const SPELLINGS = `
Each option has three spellings: --upstream-timeout, ${environmentName('upstreamTimeout')} and, in soapstone.yaml, upstreamTimeout.
Times: 500ms, 30s, 2m, 1h. Sizes: 65536, 512KiB, 10MiB, 1GiB.
For several bridges, list them under bridges: in soapstone.yaml, each with its mapping and upstream.`;

export function addMcp(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'mcp [mapping]',
    'Offers the rules of a mapping as tools for agents, over standard input and output (MCP).',
    'soapstone mcp mappings/10-first-row --upstream http://127.0.0.1:8000/bank',
    'soapstone mcp --contract service.wsdl --read-only true',
    "soapstone mcp ./mapping --upstream https://example.com/service -H 'Authorization: env:TOKEN'",
  ).option('-H, --header <name: value>', 'header of each request, repeatable; env:NAME reads a secret', collect);
  addSettings(command, [
    'present',
    'mapping',
    'path',
    'origins',
    'openapi',
    'docs',
    'catalog',
    'passThrough',
    'workers',
  ]);
  whenChosen(command, choose, async () => (await import('./mcp.ts')).mcp(command.args[0], command.opts()));
}

export function addDemo(root: Command, choose: Choose): void {
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

export function addHealth(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'health',
    'Checks a gateway through its admin port. Exits with 0 if it runs and its last reload succeeded.',
    'soapstone health',
    'soapstone health --ready --admin-port 9090',
    'soapstone health --live --pid 1',
  )
    .option('--ready', 'check that it is ready for requests')
    .option('--live', 'check only that it runs, for probes that restart it')
    .option('--wait <seconds>', 'ask again for so long, until it is healthy')
    .option('--pid <pid>', 'process whose flags say where the admin port is');
  addAdminPort(command);
  whenChosen(command, choose, async () => (await import('./health.ts')).health(command.opts(), flagsOf));
}

/** Flags of a command that runs a gateway; undefined: it is another command, which has no admin port. */
function flagsOf(args: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const root = new Command().exitOverride();
  for (const add of [addServe, addDemo]) add(root, () => {});
  const running = root.commands.find((command) => command.name() === args[0]);
  if (running !== undefined) root.parse(args, { from: 'user' });
  return running?.opts();
}

export function addDrain(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'drain',
    'Begins the drain of a gateway through its admin port, and waits until no request is in flight. For preStop hooks.',
    'soapstone drain',
    'soapstone drain --no-wait --admin-port 9090',
  ).option('--no-wait', 'begin it, and end at once');
  addAdminPort(command);
  whenChosen(command, choose, async () => (await import('./drain.ts')).drain(command.opts()));
}

/** Where the gateway is. */
function addAdminPort(command: Command): void {
  for (const name of ['config', 'adminHost', 'adminPort'] as const) {
    const doc = name === 'config' ? 'settings file' : lowered(specOf(name).doc);
    command.option(`${flagOf(name)} <value>`, doc);
  }
}
