// The elements that stand in messages: what operations take, answer and declare as faults, and what fault rows name.
import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import type { Contract, ElementDecl, Message } from '../../../contract/model/contract.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { Table } from '../../syntax/table.ts';
import type { YamlNode } from '../../syntax/yaml.ts';

export function messageElements(contract: Contract, table: Table, dialect: Dialect): ElementDecl[] {
  const of = (message: Message | undefined) =>
    message === undefined ? [] : [...message.body, ...message.headers.map((h) => h.element)];
  const declared = contract.operations.flatMap((o) => [
    ...of(o.input),
    ...of(o.output),
    ...o.faults.map((f) => f.element),
  ]);
  const rows = [...table.faults, ...table.rows.flatMap((r) => r?.row.faults ?? [])];
  return [...declared, ...rows.flatMap((row) => namedIn(row, contract, dialect))];
}

/** `{ soap: { fault: prefix:Name } }` */
function namedIn(row: YamlNode, { schemas }: Contract, dialect: Dialect): ElementDecl[] {
  const fault = valueAt(valueAt(row, 'soap'), 'fault');
  const name = fault?.kind === 'scalar' ? dialect.parseName(fault.source) : undefined;
  const element = name && schemas.elements.get(clark(name));
  return element === undefined ? [] : [element];
}

function valueAt(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? node.entries.find((e) => e.key === key)?.value : undefined;
}
