// What another contract may lack: types of rows and entries with `optional: true`, and the names of `optional:`. What the table says of them is then
// skipped. Knows nothing about rules.
import type { Contract } from '../../contract/model/contract.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import { clark, parseClark } from '../../xml/reader/names.ts';
import { mapOf } from './fields.ts';
import { fitsNamespace } from './namespace-pattern.ts';
import { withoutMissing, withRows } from './optional-parts.ts';
import { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** The column of a row, the word of a type, and the key of the table. */
export const OPTIONAL = 'optional';

export class Lacking {
  /** Types of optional parts of the table that the contract lacks. */
  readonly missingTypes = new Set<string>();
  /** Names of `optional:` that the contract lacks. */
  readonly missingNames: readonly string[];
  /** What cells and parts of the table say for these names: of `Type/value` the value. */
  private readonly missing: ReadonlySet<string>;
  private readonly namespaces: ReadonlyMap<string, string>;
  private readonly contract: Contract | undefined;
  /** Values of enumerations that rows name. */
  private readonly values = new Map<string, ReadonlySet<string>>();

  /** `contract` undefined: nothing is lacking. */
  constructor(root: YamlNode, contract?: Contract) {
    const entries = root.kind === 'map' ? root.entries : [];
    const entryOf = (name: string) => entries.find(({ key }) => key === name);
    // Mistakes of these entries are reported where the table is read.
    const declared = mapOf(entryOf('namespaces'), new Report());
    this.namespaces = new Map(
      declared.flatMap(({ key, value }) => (value.kind === 'scalar' ? [[key, value.source]] : [])),
    );
    this.contract = contract;
    const names = contract ? textsOf(entryOf(OPTIONAL)?.value) : [];
    const contractNames = names.length > 0 ? contractNamesOf(contract!) : new Set();
    this.missingNames = names.filter((name) => !contractNames.has(name) && !this.hasTyped(name));
    this.missing = new Set(this.missingNames.map((name) => name.slice(name.indexOf('/') + 1)));
  }

  /** The table without what names something of `optional:` that the contract lacks, and without rows of values that it lacks. */
  present(root: YamlNode): YamlNode {
    const rest = this.missing.size === 0 ? root : withoutMissing(root, (name) => this.missing.has(name));
    return this.contract ? withRows(rest, (row) => this.hasValue(row)) : rest;
  }

  /** False: the row says `optional: Enumeration`, and the contract has no such value there. */
  private hasValue(row: YamlMap): boolean {
    const textOf = (column: string) => {
      const value = row.entries.find(({ key }) => key === column)?.value;
      return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
    };
    const [name, value] = [textOf(OPTIONAL), textOf('soap')];
    return name === undefined || value === undefined || this.valuesOf(name).has(value);
  }

  private valuesOf(name: string): ReadonlySet<string> {
    const types = () => this.typesNamed(name) ?? this.typesIn(() => true, name);
    const known =
      this.values.get(name) ??
      new Set(types().flatMap((type) => (type.kind === 'simple' && type.facets.enumeration) || []));
    this.values.set(name, known);
    return known;
  }

  /** The cell of a row: a name of `optional:` that the contract lacks. */
  isMissing(cell: string): boolean {
    return this.missing.has(cell);
  }

  /** `name`: `prefix:Name` of the table. Other texts are names of no type. */
  lacks(name: string): boolean {
    if (this.contract === undefined || this.typesNamed(name)?.length !== 0) return false;
    this.missingTypes.add(name);
    return true;
  }

  /** An entry of `types:` that says `optional: true`. Of patterns the checker says that they cannot. */
  lacksType({ key, value }: YamlEntry): boolean {
    const optional = value.kind === 'map' ? value.entries.find((e) => e.key === OPTIONAL)?.value : undefined;
    return optional?.kind === 'scalar' && optional.value === true && !key.includes('*') && this.lacks(key);
  }

  /** `prefix:Name`, `prefix:Name/value` or `Name/value`. */
  private hasTyped(text: string): boolean {
    const [name, value] = text.split('/');
    if (value !== undefined) return this.valuesOf(name).has(value);
    return (this.typesNamed(name) ?? this.typesIn(() => true, name)).length > 0;
  }

  /** undefined: the text has no prefix of the table. */
  private typesNamed(name: string): readonly TypeDef[] | undefined {
    const [prefix, local] = name.split(':');
    const ns = this.namespaces.get(prefix);
    return ns === undefined || local === undefined ? undefined : this.typesIn((uri) => fitsNamespace(ns, uri), local);
  }

  private typesIn(fits: (uri: string) => boolean, local: string): TypeDef[] {
    const { namespaces, types } = this.contract!.schemas;
    return namespaces.flatMap((uri) => (fits(uri) ? (types.get(clark({ ns: uri, local })) ?? []) : []));
  }
}

/** One text, or a list of them. */
function textsOf(node: YamlNode | undefined): string[] {
  const nodes = node?.kind === 'list' ? node.items : [node];
  return nodes.flatMap((one) => (one?.kind === 'scalar' && one.source !== '' ? [one.source] : []));
}

/** Operations, their body elements and their header parts, by local names. */
function contractNamesOf({ operations, schemas }: Contract): ReadonlySet<string> {
  const messages = operations.flatMap(({ input, output }) => (output ? [input, output] : [input]));
  return new Set([
    ...operations.map(({ name }) => name),
    ...operations.flatMap(({ input }) => input.body.map((element) => element.name.local)),
    ...messages.flatMap(({ headers }) => headers.flatMap(({ part, element }) => [part, element.name.local])),
    ...[...schemas.types.keys()].map((key) => parseClark(key).local),
  ]);
}
