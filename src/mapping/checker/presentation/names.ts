// Names by a pattern, for many types: `name: "{x}List"` shortens the names of elements of a type, `list: items` names its only list.
import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import type { TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { type Located, textField } from '../../syntax/fields.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { TypesContext } from './context.ts';

const PATTERN = /^([\w.-]*)\{\w+\}([\w.-]*)$/;

interface Holders {
  /** Undefined: all types of the contract. */
  readonly within?: ReadonlySet<TypeDef>;
  /** Names of a type's members that only JSON has. */
  readonly computed: (type: TypeDef) => readonly string[];
}

/** Shortens the names of all members that have one of `types`, unless another member has the short name. `{x}` alone leaves them whole. */
export function shortNames(
  entry: YamlEntry | undefined,
  types: readonly TypeDef[],
  { codec, report }: TypesContext,
  { within, computed }: Holders,
): TypePresentation[] {
  const text = textField(entry, report);
  const match = text && PATTERN.exec(text.value);
  if (text && !match)
    report.add('MAPPING_PATTERN', `"${text.value}" is not a pattern of names`, text.place, 'write "{x}List"');
  if (!match) return [];
  const [, first, last] = match;
  const typeSet = new Set(types);
  const all = holders(codec).flatMap((type) => {
    const members = codec.members(type);
    const rename = new Map<string, string>();
    if (within?.has(type) === false) return [];
    for (const m of ownMembers(type, codec)) {
      const short = m.key.slice(first.length, m.key.length - last.length);
      const fits = m.key.startsWith(first) && m.key.endsWith(last) && m.key.length > first.length + last.length;
      if (m.kind !== 'element' || !typeSet.has(m.element.type) || !fits) continue;
      const clashes = short !== m.key && (members.some(({ key }) => key === short) || computed(type).includes(short));
      if (!clashes) rename.set(m.key, short);
    }
    return rename.size === 0 ? [] : [renaming(type, rename)];
  });
  if (all.length === 0) nothing(text!, `no element of such a type has a name like "${text!.value}"`);
  return all;

  function nothing({ place }: Located<string>, message: string): void {
    report.add('MAPPING_UNKNOWN_ELEMENT', message, place);
  }
}

/** Renames the list of each type that holds only one list and attributes. */
export function listNames(
  entry: YamlEntry | undefined,
  types: readonly TypeDef[],
  { codec, report }: TypesContext,
): TypePresentation[] {
  const name = textField(entry, report);
  if (name === undefined) return [];
  const all = types.flatMap((type) => {
    const inside = codec.members(type).filter((m) => m.kind !== 'attribute');
    const [member] = inside;
    if (inside.length !== 1 || member.kind !== 'element' || !member.list) return [];
    return [renaming(type, new Map([[member.key, name.value]]))];
  });
  if (all.length === 0)
    report.add('MAPPING_UNKNOWN_ELEMENT', 'no such type holds one list and nothing else', name.place);
  return all;
}

function renaming(type: TypeDef, rename: ReadonlyMap<string, string>): TypePresentation {
  return { type, rename, omit: new Set(), enums: new Map(), unwrap: new Map(), keyed: new Map() };
}

/** All complex types of the contract, including anonymous ones. */
function holders(codec: Codec): readonly ComplexType[] {
  const types = new Set<ComplexType>();
  const visit = (type: TypeDef): void => {
    if (type.kind === 'simple' || types.has(type)) return;
    types.add(type);
    for (const m of codec.members(type)) if (m.kind === 'element') visit(m.element.type);
  };
  for (const type of codec.schemas.types.values()) visit(type);
  for (const element of codec.schemas.elements.values()) visit(element.type);
  return [...types];
}

/** Members that the type does not inherit: renames of a base apply to derived types. */
function ownMembers(type: ComplexType, codec: Codec): readonly Member[] {
  const base = type.base?.kind === 'complex' ? codec.members(type.base) : [];
  return codec.members(type).filter((m) => !base.some((b) => b.key === m.key));
}
