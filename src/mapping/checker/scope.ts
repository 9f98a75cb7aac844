// The variables of one rule while it is built: names, numbers, types and uses.
import type { Codec } from '../../codec/model/codec.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { OneSided } from '../model/one-sided.ts';
import { compatible, nameOfType, type VariableType } from '../model/variables.ts';
import type { Report } from '../syntax/report.ts';

/** The four patterns of a rule. */
export type Side = 'rest.request' | 'soap.request' | 'rest.reply' | 'soap.reply';

export interface Use {
  readonly side: Side;
  readonly place: Place;
  /** The position may be absent, so the variable may stay unbound here. */
  readonly optional: boolean;
  readonly fallback: boolean;
  /** It has a fill default: something is written where the other side says nothing of the name. */
  readonly filled?: boolean;
  /** No place for the value in a message: this part of the rule uses it. */
  readonly of?: OneSided['of'];
  /** The position in a REST request for messages to clients: `?currency`, a header name, `$.price`. */
  readonly clientPath?: string;
  /** The position must not be absent, so the variable needs a value. */
  readonly required?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly number: number;
  type: VariableType | undefined;
  readonly uses: Use[];
  /** Where the names beside it are found; absent outside of rules. */
  readonly scope?: Scope;
}

export class Scope {
  readonly names: string[] = [];
  private readonly variables = new Map<string, Variable>();
  private readonly lists = new Map<string, Scope>();
  /** The variables belong to an item of a list. */
  readonly ofItems: boolean;
  private readonly codec: Codec;
  private readonly report: Report;

  constructor(codec: Codec, report: Report, ofItems = false) {
    this.codec = codec;
    this.report = report;
    this.ofItems = ofItems;
  }

  use(name: string, use: Use): Variable {
    let variable = this.variables.get(name);
    if (variable === undefined) {
      variable = { name, number: this.names.push(name) - 1, type: undefined, uses: [], scope: this };
      this.variables.set(name, variable);
    }
    variable.uses.push(use);
    return variable;
  }

  /** Sets the type of a variable; two positions must agree. */
  typed(variable: Variable, type: VariableType, place: Place): void {
    if (variable.type === undefined) variable.type = type;
    else if (!compatible(variable.type, type, this.codec)) {
      const [a, b] = [nameOfType(variable.type, this.codec), nameOfType(type, this.codec)];
      this.report.add('MAPPING_TYPE', `{${variable.name}} is ${a} elsewhere in the rule and ${b} here`, place);
    }
  }

  /** The scope of the items of a list in `$each`. */
  items(list: string): Scope {
    let inner = this.lists.get(list);
    if (inner === undefined) {
      inner = new Scope(this.codec, this.report, true);
      this.lists.set(list, inner);
    }
    return inner;
  }

  /** The scopes of items, by list. */
  get inner(): ReadonlyMap<string, Scope> {
    return this.lists;
  }

  get(name: string): Variable | undefined {
    return this.variables.get(name);
  }

  all(): Iterable<Variable> {
    return this.variables.values();
  }

  /** The numbers of those names that are variables. */
  numbered(names: readonly string[]): [name: string, variable: number][] {
    return names.flatMap((name): [string, number][] => {
      const variable = this.variables.get(name);
      return variable ? [[name, variable.number]] : [];
    });
  }

  suggest(name: string): string | undefined {
    return suggest(
      name,
      [...this.variables.keys()].filter((n) => n !== name),
    );
  }
}
