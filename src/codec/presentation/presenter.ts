// Applies a presentation to the types of one contract: a TypePresenter for each.
import type { ComplexType, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { renameValues, showDates, showStrings } from '../datatypes/presented-types.ts';
import type { Member } from '../model/members.ts';
import {
  type KeyedList,
  noPresentation,
  type Presentation,
  type TypePresentation,
  type ValuePresentation,
} from './presentation.ts';
import { isPresentedList, type PresentedList } from './presented-list.ts';
import { TypePresenter, type TypePresenters } from './type-presenter.ts';

export class Presenter implements TypePresenters {
  private readonly schemas: Schemas;
  private readonly presentation: Presentation;
  readonly membersOf: (type: TypeDef) => readonly Member[];
  private readonly perType = new Map<TypeDef, TypePresenter | undefined>();
  private readonly presentedTypes = new Map<SimpleType, SimpleType>();
  private readonly presentedLists = new Map<ComplexType, PresentedList>();

  constructor(schemas: Schemas, presentation: Presentation, membersOf: (type: TypeDef) => readonly Member[]) {
    this.membersOf = membersOf;
    this.schemas = schemas;
    this.presentation = presentation;
  }

  /** Undefined for a type without a presentation. */
  of(type: TypeDef): TypePresenter | undefined {
    if (this.presentation === noPresentation) return undefined;
    const key = isPresentedList(type) && !this.perType.has(type) ? type.original : type;
    if (!this.perType.has(key)) this.perType.set(key, this.presenterOf(key));
    return this.perType.get(key);
  }

  /** The type shown as its list; cached per type. */
  asList(original: ComplexType): PresentedList {
    let list = this.presentedLists.get(original);
    if (list === undefined) this.presentedLists.set(original, (list = { ...original, original }));
    return list;
  }

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
  shownAs(key: string, type: SimpleType): SimpleType {
    const rule = this.presentation.values.findLast((v) => this.schemas.derives(type, v.type));
    if (type.variety !== 'atomic' || rule?.except.has(key)) return type;
    let presentedType = this.presentedTypes.get(type);
    if (presentedType === undefined) {
      presentedType = rule === undefined ? this.withoutPrefix(type) : valuesAs(type, rule.as);
      this.presentedTypes.set(type, presentedType);
    }
    return presentedType;
  }

  private withoutPrefix(type: SimpleType): SimpleType {
    const { prefix } = this.presentation;
    const values = type.facets.enumeration;
    if (prefix === undefined || values === undefined) return type;
    const long = values.filter((v) => v.startsWith(prefix) && v.length > prefix.length);
    const short = long.map((v) => [v, v.slice(prefix.length)] as const).filter(([, v]) => !values.includes(v));
    return short.length === 0 ? type : renameValues(type, new Map(short));
  }

  private rulesFor(type: TypeDef): readonly TypePresentation[] {
    return this.presentation.types.filter((r) => type === r.type || this.schemas.derives(type, r.type));
  }
}

function valuesAs(type: SimpleType, as: ValuePresentation['as']): SimpleType {
  if (typeof as === 'object') return renameValues(type, as);
  return as === 'date' ? showDates(type) : showStrings(type);
}
