// The operations of the contract beside the table: their messages, and the rules that call them.
import type { Codec } from '../../codec/model/codec.ts';
import type { Operation } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { each, inSlices } from '../../event-loop/time-slices.ts';
import { membersOf } from '../../init/operations/levels.ts';
import { listOperations, plainCodec } from '../../init/operations/operations.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import { clark } from '../../xml/reader/names.ts';
import type { ListedOperation } from '../protocol/api.ts';

/** Flows call operations that their rule does not name, so all rules are compiled: in slices, and once for a table. */
export async function operationsOf(mapping: Mapping): Promise<ListedOperation[]> {
  const rules = new Map<string, Set<string>>();
  await inSlices(
    each(mapping.rules, (rule) => {
      for (const { operation } of [rule, ...callsOf(rule)]) {
        const key = keyOf(operation);
        rules.set(key, (rules.get(key) ?? new Set()).add(rule.id));
      }
    }),
  );
  const codec = plainCodec(mapping.contract);
  return listOperations(mapping.contract, codec).map(({ operation }) => ({
    name: operation.name,
    port: operation.port,
    rules: [...(rules.get(keyOf(operation)) ?? [])],
    messages: messageLines(operation, codec),
  }));
}

function keyOf({ portType, name }: Operation): string {
  return `${clark(portType)} ${name}`;
}

/** `?`: optional; `[]`: a list. */
function messageLines({ input, output, faults }: Operation, codec: Codec): string[] {
  const lines = (label: string, elements: readonly ElementDecl[]) =>
    elements.map((element) => `${label} ${element.name.local}${membersText(element, codec)}`);
  return [
    ...lines('request', input.body),
    ...lines('response', output?.body ?? []),
    ...(output === undefined ? ['no response: one way'] : []),
    ...lines(
      'header',
      [...input.headers, ...(output?.headers ?? [])].map(({ element }) => element),
    ),
    ...lines(
      'fault',
      faults.map(({ element }) => element),
    ),
  ];
}

function membersText({ type }: ElementDecl, codec: Codec): string {
  if (type.kind === 'simple') return '';
  const members = membersOf(type, codec).map((member) => {
    const list = 'list' in member && member.list ? '[]' : '';
    return `${member.key}${list}${'required' in member && !member.required ? '?' : ''}`;
  });
  return members.length === 0 ? ' {}' : ` { ${members.join(', ')} }`;
}
