// `optional: true`: what the table says about types that another contract may lack is then skipped. Knows nothing about rules.
import type { Contract } from '../../contract/model/contract.ts';
import { clark } from '../../xml/reader/names.ts';
import { mapOf } from './fields.ts';
import { Report } from './report.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

/** The column of a row, and the word of a type. */
export const OPTIONAL = 'optional';

export class Lacking {
  /** Names in optional parts of the table that the contract lacks. */
  readonly missingTypes = new Set<string>();
  private readonly namespaces: ReadonlyMap<string, string>;
  private readonly contract: Contract | undefined;

  /** `contract` undefined: nothing is lacking. */
  constructor(root: YamlNode, contract?: Contract) {
    const entries = root.kind === 'map' ? root.entries : [];
    // Mistakes of this entry are reported where the table is read.
    const declared = mapOf(
      entries.find(({ key }) => key === 'namespaces'),
      new Report(),
    );
    this.namespaces = new Map(
      declared.flatMap(({ key, value }) => (value.kind === 'scalar' ? [[key, value.source]] : [])),
    );
    this.contract = contract;
  }

  /** `name`: `prefix:Name` of the table. Other texts are names of no type. */
  lacks(name: string): boolean {
    if (this.contract === undefined) return false;
    const [prefix, local] = name.split(':');
    const ns = this.namespaces.get(prefix);
    if (ns === undefined || local === undefined || this.has(ns, local, this.contract)) return false;
    this.missingTypes.add(name);
    return true;
  }

  /** An entry of `types:` that says `optional: true`. Of patterns the checker says that they cannot. */
  lacksType({ key, value }: YamlEntry): boolean {
    const optional = value.kind === 'map' ? value.entries.find((e) => e.key === OPTIONAL)?.value : undefined;
    return optional?.kind === 'scalar' && optional.value === true && !key.includes('*') && this.lacks(key);
  }

  private has(ns: string, local: string, { schemas }: Contract): boolean {
    if (!ns.endsWith('*')) return schemas.types.has(clark({ ns, local }));
    const start = ns.slice(0, -1);
    return schemas.namespaces.some((uri) => uri.startsWith(start) && schemas.types.has(clark({ ns: uri, local })));
  }
}
