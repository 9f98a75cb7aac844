// Prefixes of the table against the namespaces of the contract.
import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import type { Contract } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import { clark, parseClark, type QName, XML_NS, XSD_NS } from '../../../xml/reader/names.ts';
import { fitsNamespace } from '../../syntax/namespace-pattern.ts';
import type { Report } from '../../syntax/report.ts';
import type { Table } from '../../syntax/table.ts';

/**
 * The table's dialect. The namespace of a prefix may have a `*` and match several; a name then belongs to the first that has it.
 * `xs` and `xml` are predefined; a table may redefine them.
 */
export function dialectOf(table: Table, contract: Contract, report: Report): Dialect {
  const namespaces = namespacesOf(contract);
  const byPrefix = new Map<string, readonly string[]>();
  for (const row of table.namespaces) byPrefix.set(row.prefix, resolve(row, namespaces, contract.unread, report));
  for (const [prefix, ns] of BUILT_IN) if (!byPrefix.has(prefix)) byPrefix.set(prefix, [ns]);
  const owners = new Owners(contract);
  const parseName = (text: string) => parse(text, byPrefix, owners);
  const prefixes = new Map([...byPrefix].toReversed().flatMap(([prefix, list]) => list.map((ns) => [ns, prefix])));
  const prefixOf = (ns: string) => prefixes.get(ns);
  const nameOf = (name: QName) => {
    const short = `${prefixOf(name.ns) ?? ''}:${name.local}`;
    const back = short.startsWith(':') ? undefined : parseName(short);
    return back !== undefined && back.ns === name.ns ? short : clark(name);
  };
  return { numbers: table.numbers, xmlns: table.xmlns, prefixes: byPrefix, nameOf, parseName, prefixOf };
}

/** Every contract has these namespaces. */
const BUILT_IN: readonly (readonly [prefix: string, ns: string])[] = [
  ['xs', XSD_NS],
  ['xml', XML_NS],
];

function namespacesOf(contract: Contract): string[] {
  const namespaces = new Set(contract.schemas.namespaces);
  for (const [, ns] of BUILT_IN) namespaces.add(ns);
  for (const op of contract.operations) for (const e of op.input.body) namespaces.add(e.name.ns);
  namespaces.delete('');
  return [...namespaces];
}

/** `unread`: their imports are reported, as the cause. */
function resolve(
  row: Table['namespaces'][number],
  namespaces: readonly string[],
  unread: readonly string[] | undefined,
  report: Report,
): readonly string[] {
  if (unread?.includes(row.ns)) return [row.ns];
  const matches = namespaces.filter((ns) => fitsNamespace(row.ns, ns));
  if (matches.length === 0) {
    const hint = suggest(row.ns, namespaces) ?? `namespaces of the contract: ${namespaces.slice(0, 10).join(', ')}`;
    report.add('MAPPING_UNKNOWN_PREFIX', `the contract has no namespace "${row.ns}"`, row.place, hint);
    // One mistake is one message: names with this prefix now match in any namespace.
    return namespaces;
  }
  return matches;
}

/** Which of several namespaces has a name. A contract may have thousands of namespaces, and as many names in them. */
class Owners {
  private readonly contract: Contract;
  /** For each list of namespaces: local names with the first namespace that has them. */
  private readonly lists = new WeakMap<readonly string[], Map<string, string>>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  of(local: string, list: readonly string[]): string {
    if (list.length === 1) return list[0];
    let owners = this.lists.get(list);
    if (!owners) this.lists.set(list, (owners = this.ownersIn(list)));
    return owners.get(local) ?? list[0];
  }

  private ownersIn(list: readonly string[]): Map<string, string> {
    const { elements, types } = this.contract.schemas;
    const order = new Map(list.map((ns, i) => [ns, i]));
    const owners = new Map<string, string>();
    for (const key of [...elements.keys(), ...types.keys()]) {
      const { ns, local } = parseClark(key);
      const number = order.get(ns);
      const before = order.get(owners.get(local) ?? '');
      if (number !== undefined && (before === undefined || number < before)) owners.set(local, ns);
    }
    return owners;
  }
}

function parse(text: string, byPrefix: ReadonlyMap<string, readonly string[]>, owners: Owners): QName | undefined {
  if (text.startsWith('{')) return parseClark(text);
  const colon = text.indexOf(':');
  if (colon < 0) return { ns: '', local: text };
  const local = text.slice(colon + 1);
  const list = byPrefix.get(text.slice(0, colon));
  if (list === undefined || list.length === 0) return undefined;
  return { ns: owners.of(local, list), local };
}
