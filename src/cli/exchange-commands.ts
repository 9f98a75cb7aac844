// Commands for single exchanges: to send one, to record them, to play the service of them.
import { type Command, Option } from 'commander';
import { flagOf } from '../server/settings/option-spec.ts';
import { specOf } from '../server/settings/options.ts';
import { addFaultTexts, addLoading, collect, loadingOf, lowered } from './command-options.ts';
import { type Choose, verb, whenChosen } from './verb.ts';

export function addCall(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'call <mapping> [request]',
    'Sends one request through a mapping, and shows the REST and the SOAP messages. Serves nothing.',
    "soapstone call ./mapping 'GET /accounts/7' --upstream http://127.0.0.1:8000/bank",
    'soapstone call ./mapping --soap request.xml --upstream http://127.0.0.1:3000',
  )
    .option('--upstream <url>', 'URL of the upstream service; else that of soapstone.yaml in this folder')
    .option('-d, --data <json>', 'request body; @file reads a file, @- reads standard input')
    .option('-H, --header <name: value>', 'request header, repeatable', collect)
    .option('--soap <file>', 'envelope to send instead of a REST request; - is standard input')
    .option('--json', 'print the captured exchange as JSON');
  for (const name of ['auth', 'upstreamCa'] as const)
    command.option(`${flagOf(name)} <file>`, lowered(specOf(name).doc));
  addFaultTexts(command);
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./call.ts')).call(command.args[0], command.args[1], command.opts()),
  );
}

export function addRecord(root: Command, choose: Choose): void {
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

export function addMock(root: Command, choose: Choose): void {
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
