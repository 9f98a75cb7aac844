// `soapstone operations`: what a contract offers, an operation with its parts and faults.

import type { Codec } from '../codec/model/codec.ts';
import type { LoadOptions } from '../contract/load.ts';
import type { Contract } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { membersOf } from '../init/operations/levels.ts';
import { type ListedOperation, listOperations, plainCodec } from '../init/operations/operations.ts';
import { contractPolicy } from '../policy/contract-policy.ts';
import { unmetText, wishesOf, wishText } from '../policy/phrases.ts';
import { loadNamedContract } from './contract-argument.ts';
import { say } from './output/say.ts';
import { brokenLines, lossWarning, OK } from './report.ts';

export async function operations(location: string, options: LoadOptions = {}): Promise<number> {
  const contract = await loadNamedContract(location, options);
  for (const line of brokenLines(contract)) say(`left out: ${line}`);
  const codec = plainCodec(contract);
  const listed = listOperations(contract, codec);
  const ports = Map.groupBy(listed, ({ operation: { portType } }) => portType.local);
  for (const [name, all] of ports) {
    const [{ operation }] = all;
    say(`${name}, port ${operation.port}, SOAP ${operation.version}${operation.address && ` at ${operation.address}`}`);
    for (const one of all) for (const line of linesOf(one, codec)) say(`  ${line}`);
  }
  for (const line of policyLines(contract)) say(line);
  say(`${listed.length} ${listed.length === 1 ? 'operation' : 'operations'}`);
  const warning = lossWarning(contract);
  if (warning !== undefined) say(warning);
  if (listed.length === 0 && /\.xsd$/i.test(location))
    say('note: this is a schema, which has no operations: name the WSDL that imports it');
  return OK;
}

function policyLines(contract: Contract): string[] {
  const { settings, unmet } = contractPolicy(contract);
  return [...wishesOf(settings).map(wishText), ...unmet.map(unmetText)];
}

/** `?`: optional; `[]`: a list. */
function linesOf({ operation }: ListedOperation, codec: Codec): string[] {
  const { input, output, faults } = operation;
  const parts = (label: string, elements: readonly ElementDecl[]) =>
    elements.map((element) => `  ${label} ${element.name.local}${membersText(element, codec)}`);
  return [
    operation.name,
    ...parts('request ', input.body),
    ...parts('response', output?.body ?? []),
    ...(output === undefined ? ['  response none: one way'] : []),
    ...parts(
      'header  ',
      input.headers.map(({ element }) => element),
    ),
    ...parts('response header', output?.headers.map(({ element }) => element) ?? []),
    ...parts(
      'fault   ',
      faults.map(({ element }) => element),
    ),
  ];
}

function membersText({ type }: ElementDecl, codec: Codec): string {
  const members = membersOf(type, codec).map((member) => {
    const list = 'list' in member && member.list ? '[]' : '';
    return `${member.key}${list}${'required' in member && !member.required ? '?' : ''}`;
  });
  if (type.kind === 'simple') return '';
  return members.length === 0 ? ' {}' : ` { ${members.join(', ')} }`;
}
