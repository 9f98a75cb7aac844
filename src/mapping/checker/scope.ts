// The variables of one rule while it is built: names, numbers, types and uses.
import type { Codec } from '../../codec/model/codec.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { OneSided } from '../model/one-sided.ts';
import { compatible, nameOfType, type VariableType } from '../model/variables.ts';
import type { Report } from '../syntax/report.ts';

/** The four patterns of a rule. */
export type Side = 'rest.request' | 'soap.request' | 'rest.response' | 'soap.response';

export interface Use {
  readonly side: Side;
  readonly place: Place;
  /** The position may be absent, so the variable may stay unbound here. */
  readonly optional: boolean;
  readonly fallback: boolean;
  /** It has a fill default: something is written where the other side says nothing of the name. */
  readonly filled?: boolean;
  /** No place for the value in a message: the name of what uses it. */
  readonly of?: OneSided['of'];
  /** The part of the rule that uses it gives the variable its value too. */
  readonly binds?: boolean;
  /** The position in a REST request for messages to clients: `?currency`, a header name, `$.price`. */
  readonly clientPath?: string;
  /** The position must not be absent, so the variable needs a value. */
  readonly required?: boolean;
}

/** A constant beside the variable, or an argument of a converter. */
export function bindsNothing({ of, binds }: Use): boolean {
  return of !== undefined && of !== '$add' && !binds;
}

export interface Variable {
  readonly name: string;
  readonly number: number;
  type: VariableType | undefined;
  readonly uses: Use[];
  readonly scope: Scope;
}

export class Scope {
  readonly names: string[] = [];
  private readonly variables = new Map<string, Variable>();
  /** By their numbers. */
  private readonly numberedVariables: Variable[] = [];
  private readonly lists = new Map<string, Scope>();
  /** The list whose items have the variables, with those around it: `list.inner`. */
  private readonly list: string | undefined;
  private readonly codec: Codec;
  private readonly report: Report;

  constructor(codec: Codec, report: Report, list?: string) {
    this.codec = codec;
    this.report = report;
    this.list = list;
  }

  /** The variables belong to an item of a list. */
  get ofItems(): boolean {
    return this.list !== undefined;
  }

  /** The variable that an argument of a converter names: a field of an item by its whole name. */
  argument(name: string): Variable | undefined {
    return this.get(this.localName(name));
  }

  /** `list.field` is `field` of an item. */
  localName(name: string): string {
    return this.list !== undefined && name.startsWith(`${this.list}.`) ? name.slice(this.list.length + 1) : name;
  }

  use(name: string, use: Use): Variable {
    let variable = this.variables.get(name);
    if (variable === undefined) {
      variable = { name, number: this.names.push(name) - 1, type: undefined, uses: [], scope: this };
      this.variables.set(name, variable);
      this.numberedVariables.push(variable);
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
      inner = new Scope(this.codec, this.report, this.list === undefined ? list : `${this.list}.${list}`);
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

  /** In the order of their numbers. */
  all(): readonly Variable[] {
    return this.numberedVariables;
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
