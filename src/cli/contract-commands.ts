// Commands for a contract: to read it, to compile it, and to begin with one.
import type { Command } from 'commander';
import { addLoading, collect, loadingOf } from './command-options.ts';
import { type Choose, verb, whenChosen } from './verb.ts';

export function addOperations(root: Command, choose: Choose): void {
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

export function addInit(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'init <contract>',
    'Writes a first mapping for a contract, with a stub case for each rule. Prints what it guessed.',
    'soapstone init service.wsdl -o ./orders',
    "soapstone init 'https://example.com/service?wsdl' -o ./orders --camel-case",
  )
    .option('-o, --output <folder>', 'folder to write to; default: named after the contract')
    .option('--camel-case', 'show all members of bodies in camelCase')
    .option('--all', 'write one rule for all operations, POST /operation-name')
    .option('--cases', 'of an existing table: write its missing stub cases');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./init.ts')).init(command.args[0], command.opts(), loadingOf(command)),
  );
}

export function addCompile(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'compile <source>',
    'Compiles a contract to one file that loads much faster, or checks a mapping in advance, so that serve starts faster.',
    'soapstone compile ./mapping',
    'soapstone compile service.wsdl -o service.contract',
    'soapstone compile ./mapping -o ./mapping/service.contract',
    'soapstone compile ./mapping --config ./soapstone.yaml',
  )
    .option('-o, --output <file>', 'file for the contract; default: the checked mapping, beside it')
    .option('--config <file>', 'settings of serve: the mapping as they have it too');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./compile.ts')).compile(command.args[0], command.opts(), loadingOf(command)),
  );
}

export function addPack(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'pack <mapping>',
    'Packs a mapping, its contract and the checked table as an OCI archive, to push and to mount as an image.',
    'soapstone pack ./mapping -o mapping.oci.tar',
    'soapstone pack ./mapping -o gateway.oci.tar --base soapstone-0.1.0.oci.tar --tag orders:7',
  )
    .requiredOption('-o, --output <file>', 'archive to write')
    .option('--tag <name>', "image name and tag; without a host, of localhost/; default: the folder's")
    .option('--base <file>', 'OCI archive of the gateway, to put the mapping into its image')
    .option('--arch <arch>', 'architecture without --base, such as arm64; default: of this machine');
  addLoading(command);
  whenChosen(command, choose, async () =>
    (await import('./pack.ts')).pack(command.args[0], command.opts(), loadingOf(command)),
  );
}

export function addDiff(root: Command, choose: Choose): void {
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

export function addWsdl(root: Command, choose: Choose): void {
  const command = verb(
    root,
    'wsdl',
    'Writes a contract and a first mapping for a REST API from its OpenAPI document. Prints what it had to leave out.',
    'soapstone wsdl --openapi petstore.yaml -o ./petstore',
    "soapstone wsdl --openapi https://example.com/openapi.json -o ./shop --tag orders --path '/v1/**'",
  )
    .summary('Writes a contract and a first mapping for a REST API')
    .option('--openapi <location>', 'file or URL of OpenAPI 3.0, 3.1 or Swagger 2.0 (required)')
    .option('-o, --output <folder>', 'folder to write to; existing files are not overwritten', '.')
    .option('--namespace <uri>', 'target namespace of the contract; default: from title and version')
    .option('--tag <name>', 'only operations with the tag, repeatable', collect)
    .option('--path <glob>', 'only paths that match, such as /orders/**; repeatable', collect)
    .option('--json', 'print the result and all notes as JSON')
    .allowExcessArguments();
  whenChosen(command, choose, async () => (await import('./wsdl.ts')).wsdl(command.args, command.opts()));
}
