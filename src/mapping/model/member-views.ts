// Types of the contract → views of their JSON, made on first use.

import { isEnumerated } from '../../codec/datatypes/presented-types.ts';
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { isPresentedList } from '../../codec/presentation/presented-list.ts';
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import type { ItemAddresses, View, ViewMember } from './member-view.ts';
import type { VariableType } from './variables.ts';

/** By the name of a list: paths in its items, of which the first counts that an item has. */
export type ItemKeys = ReadonlyMap<string, readonly string[]>;

export class Views {
  private readonly codec: Codec;
  private readonly resources: ReadonlySet<TypeDef>;
  private readonly keys: ItemKeys;
  private readonly byType = new Map<TypeDef, View>();

  /** `resources`: types that may be shown as a link. `keys`: how the items of those that are lists are told apart. */
  constructor(codec: Codec, resources: ReadonlySet<TypeDef>, keys: ItemKeys = new Map()) {
    this.codec = codec;
    this.resources = resources;
    this.keys = keys;
  }

  /** The view of a variable; undefined: its values have no members that the contract declares. */
  of(type: VariableType | undefined): View | undefined {
    if (type?.kind === 'rest') return this.ofType(type.type);
    return type?.kind === 'value' ? this.ofType(type.type) : undefined;
  }

  private ofType(type: TypeDef): View | undefined {
    if (type.kind === 'simple') return undefined;
    let view = this.byType.get(type);
    if (view === undefined) this.byType.set(type, (view = this.create(type)));
    return view;
  }

  /** A list without its wrapper has the members of its items. */
  private create(type: TypeDef): View {
    const members = this.codec.members(type);
    if (isPresentedList(type)) {
      const [item] = members;
      const itemView = item?.kind === 'element' && !item.keyed ? this.ofType(item.element.type) : undefined;
      return itemView ?? OPEN;
    }
    const byKey = new Map(members.map((m) => [m.key, this.member(m)]));
    const spread = members.find((m) => m.kind === 'spread')?.items.names;
    const open = members.some((m) => m.kind === 'anyAttribute' || (m.kind === 'spread' && spread === undefined));
    return {
      member: (name) => byKey.get(name) ?? (spread?.test(name) ? plain(undefined) : undefined),
      names: open ? undefined : [...byKey.keys()],
      computed: new Set(this.codec.computed(type)),
      inner: (name) => byKey.get(name)?.memberView,
    };
  }

  private member(m: Member): ViewMember {
    if (m.kind !== 'element' || m.keyed || m.substituted) return plain(undefined);
    const { type } = m.element;
    if (type.kind === 'simple') return { coded: isEnumerated(type), resource: false, memberView: undefined };
    const original = isPresentedList(type) ? type.original : type;
    const resource = this.resources.has(original);
    return {
      coded: false,
      resource,
      items: resource ? this.itemsOf(m.key, type) : undefined,
      memberView: this.lazy(type),
    };
  }

  /** Of a type that holds one list beside attributes. */
  private itemsOf(name: string, type: ComplexType): ItemAddresses | undefined {
    const [list, ...others] = this.codec.members(type).filter(({ kind }) => kind !== 'attribute');
    if (others.length > 0 || list?.kind !== 'element' || !list.list || list.keyed) return undefined;
    const { type: item } = list.element;
    if (item.kind === 'simple') return undefined;
    const members = new Set(this.codec.members(item).map(({ key }) => key));
    const paths = (this.keys.get(name) ?? []).map((path) => path.split('.'));
    return { member: list.key, keys: paths.filter(([first]) => members.has(first)) };
  }

  /** Lazy, because types may contain themselves. */
  private lazy(type: TypeDef): View {
    return new LazyView(() => this.ofType(type) ?? OPEN);
  }
}

class LazyView implements View {
  private readonly create: () => View;

  constructor(create: () => View) {
    this.create = create;
  }

  get names(): View['names'] {
    return this.create().names;
  }

  get computed(): View['computed'] {
    return this.create().computed;
  }

  inner(name: string): ReturnType<View['inner']> {
    return this.create().inner(name);
  }

  member(name: string): ViewMember | undefined {
    return this.create().member(name);
  }
}

/** The view of an unknown value. */
const OPEN: View = { member: () => undefined, names: undefined, computed: new Set(), inner: () => undefined };

function plain(inner: View | undefined): ViewMember {
  return { coded: false, resource: false, memberView: inner };
}
