// Finds values of enumerations without a row in a value table. Knows tables and types, no rule.

import { contractType } from '../../codec/datatypes/presented-types.ts';
import type { Codec } from '../../codec/model/codec.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import type { ValueTable } from '../syntax/value-tables.ts';

/** The values of one enumeration that a table lacks, perhaps on purpose. */
export interface Uncovered {
  readonly table: string;
  readonly place: Place;
  /** Name of the type, or of the member where the type is anonymous. */
  readonly of: string;
  /** In lexical form, in the order of the schema. */
  readonly values: readonly string[];
}

export class Coverage {
  private readonly gaps = new Map<string, Uncovered>();
  private readonly nameOf: Codec['dialect']['nameOf'];

  constructor({ dialect }: Codec) {
    this.nameOf = (name) => dialect.nameOf(name);
  }

  /** A table with a small part of the values is a choice. `cells`: the column with values of the type. `label` names anonymous types. */
  look({ name, place }: ValueTable, cells: Iterable<string>, type: SimpleType | undefined, label: string): void {
    const itemType = type?.variety === 'list' ? type.item : type;
    // Tables hold the values of the contract, even where JSON shows others.
    const item = itemType && contractType(itemType);
    const enumeration = item?.facets.enumeration;
    if (item === undefined || enumeration === undefined) return;
    const of = item.name ? this.nameOf(item.name) : label;
    const rows = new Set(cells);
    const values = enumeration.filter((value) => !rows.has(value));
    if (values.length > 0 && values.length <= 2 * rows.size)
      this.gaps.set(`${name} ${of}`, { table: name, place, of, values });
  }

  all(): readonly Uncovered[] {
    return [...this.gaps.values()];
  }
}
