// `mayLack`: types that another contract may lack. The table's entries about them are then skipped. Knows nothing about rules.
import type { Contract } from '../../contract/model/contract.ts';
import { clark } from '../../xml/reader/names.ts';
import { listOf, mapOf } from './fields.ts';
import { Report } from './report.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export class Lacking {
  /** Names in the table that the contract lacks. */
  readonly missingTypes = new Set<string>();
  private readonly may: readonly string[];
  private readonly namespaces: ReadonlyMap<string, string>;
  private readonly contract: Contract | undefined;

  /** `contract` undefined: nothing is lacking. */
  constructor(root: YamlNode, contract?: Contract) {
    // Mistakes of these entries are reported where the table is read.
    const report = new Report();
    const entries = root.kind === 'map' ? root.entries : [];
    const entry = (key: string): YamlEntry | undefined => entries.find((candidate) => candidate.key === key);
    this.may = textsOf(entry('mayLack'), report);
    this.namespaces = new Map(
      mapOf(entry('namespaces'), report).flatMap(({ key, value }) =>
        value.kind === 'scalar' ? [[key, value.source]] : [],
      ),
    );
    this.contract = contract;
  }

  /** `name`: `prefix:Name` of the table. */
  lacks(name: string): boolean {
    if (this.contract === undefined || !this.may.some((pattern) => fits(pattern, name))) return false;
    const [prefix, local] = name.split(':');
    const ns = this.namespaces.get(prefix);
    if (ns === undefined || local === undefined || this.has(ns, local, this.contract)) return false;
    this.missingTypes.add(name);
    return true;
  }

  private has(ns: string, local: string, { schemas }: Contract): boolean {
    if (!ns.endsWith('*')) return schemas.types.has(clark({ ns, local }));
    const start = ns.slice(0, -1);
    return schemas.namespaces.some((uri) => uri.startsWith(start) && schemas.types.has(clark({ ns: uri, local })));
  }
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

export function textsOf(entry: YamlEntry | undefined, report: Report): string[] {
  return listOf(entry, report).flatMap((node) => {
    if (node.kind === 'scalar') return [node.source];
    report.add('MAPPING_SHAPE', 'this must be the name of a type', node.place);
    return [];
  });
}
