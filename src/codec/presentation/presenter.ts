// Applies a presentation to the types of one contract: a TypePresenter for each.
import type { ComplexType, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { showDates, UTC } from '../datatypes/presented-dates.ts';
import { renameValues, showStrings } from '../datatypes/presented-types.ts';
import type { Member } from '../model/members.ts';
import {
  type KeyedList,
  noPresentation,
  type Presentation,
  type TypePresentation,
  type ValuePresentation,
} from './presentation.ts';
import { asList, isPresentedList, type PresentedList } from './presented-list.ts';
import { TypePresenter, type TypePresenters } from './type-presenter.ts';

export class Presenter implements TypePresenters {
  private readonly schemas: Schemas;
  private readonly presentation: Presentation;
  readonly membersOf: (type: TypeDef) => readonly Member[];
  private readonly perType = new Map<TypeDef, TypePresenter | undefined>();
  /** By prefix. */
  private readonly presentedTypes = new Map<string | undefined, Map<SimpleType, SimpleType>>();

  constructor(schemas: Schemas, presentation: Presentation, membersOf: (type: TypeDef) => readonly Member[]) {
    this.membersOf = membersOf;
    this.schemas = schemas;
    this.presentation = presentation;
  }

  /** Undefined for a type without a presentation. */
  of(type: TypeDef): TypePresenter | undefined {
    if (this.presentation === noPresentation || (type.kind === 'complex' && type.builtIn)) return undefined;
    const key = isPresentedList(type) && !this.perType.has(type) ? type.original : type;
    if (!this.perType.has(key)) this.perType.set(key, this.presenterOf(key));
    return this.perType.get(key);
  }

  readonly asList = asList;

  /** The same for one use of the type, with a keyed list: a new type at each call. */
  keyedHere(original: ComplexType, { inside, ...keyedList }: KeyedList): PresentedList {
    const type = { ...original, original };
    const keyed = new Map([[inside!, keyedList]]);
    const rules = this.rulesFor(original);
    const here = { type, keyed, rename: new Map(), omit: new Set<string>(), enums: new Map(), unwrap: new Map() };
    this.perType.set(type, new TypePresenter([...rules, here], this.presentation.case, this));
    return type;
  }

  private presenterOf(type: TypeDef): TypePresenter | undefined {
    const rules = this.rulesFor(type);
    const { case: letters, values, prefix } = this.presentation;
    const silent = rules.length === 0 && letters === undefined && values.length === 0 && prefix === undefined;
    return silent ? undefined : new TypePresenter(rules, letters, this);
  }

  /** Presentation of a simple type at a member. The last one for the type or one of its bases wins. */
  shownAs(key: string, type: SimpleType, prefix = this.presentation.prefix): SimpleType {
    const rule = this.presentation.values.findLast((v) => this.schemas.derives(type, v.type));
    if (type.variety !== 'atomic' || rule?.except.has(key)) return type;
    const presentedTypes = this.presentedTypes.get(prefix) ?? new Map<SimpleType, SimpleType>();
    this.presentedTypes.set(prefix, presentedTypes);
    let presentedType = presentedTypes.get(type);
    if (presentedType === undefined) {
      presentedType = rule === undefined ? this.renamed(type, new Map(), prefix) : this.valuesAs(type, rule, prefix);
      presentedTypes.set(type, presentedType);
    }
    return presentedType;
  }

  private valuesAs(type: SimpleType, { as, zone = UTC }: ValuePresentation, prefix: string | undefined): SimpleType {
    if (typeof as === 'object') return this.renamed(type, as, prefix);
    return as === 'date' ? showDates(type, zone) : showStrings(type);
  }

  /** The type with the values of a table, and others without their prefix. */
  renamed(type: SimpleType, table: ReadonlyMap<string, string>, prefix = this.presentation.prefix): SimpleType {
    const values = new Map([...table, ...withoutPrefix(type, table, prefix)]);
    return values.size === 0 ? type : renameValues(type, values, prefix);
  }

  private rulesFor(type: TypeDef): readonly TypePresentation[] {
    return this.presentation.types.filter((r) => type === r.type || this.schemas.derives(type, r.type));
  }
}

/** Values that have the prefix, and what is left of them: no other value of JSON. */
function withoutPrefix(
  { facets, variety }: SimpleType,
  table: ReadonlyMap<string, string>,
  prefix: string | undefined,
): ReadonlyMap<string, string> {
  const values = facets.enumeration;
  if (prefix === undefined || values === undefined || variety !== 'atomic') return new Map();
  const reserved = new Set([...values, ...table.values()]);
  const long = values.filter((v) => v.startsWith(prefix) && v.length > prefix.length && !table.has(v));
  return new Map(long.map((v) => [v, v.slice(prefix.length)] as const).filter(([, v]) => !reserved.has(v)));
}
