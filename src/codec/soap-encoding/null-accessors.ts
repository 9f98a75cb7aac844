// Elements inside of encoded content. Each may be null, whatever its declaration says (SOAP 1.1 §5.1, decision 0166).
import type { Operation } from '../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';
import type { Codec } from '../model/codec.ts';
import type { Member } from '../model/members.ts';

type Source = Pick<Codec, 'members' | 'schemas'>;

/** The accessors of all encoded messages and faults of `operations`, and of types that `xsi:type` may name in them. */
export function nullAccessors(operations: Iterable<Operation>, codec: Source): ReadonlySet<ElementDecl> {
  const accessors = new Set<ElementDecl>();
  const types = new Set<TypeDef>([...operations].flatMap(encodedElements).map(({ type }) => type));
  // Types that are added meanwhile have their turn.
  for (const type of types) {
    const elements = type.kind === 'complex' ? codec.members(type).flatMap(elementsIn) : [];
    for (const element of elements) {
      accessors.add(element);
      types.add(element.type);
    }
    for (const derived of derivedFrom(type, codec)) types.add(derived);
  }
  return accessors;
}

function encodedElements({ input, output, faults }: Operation): ElementDecl[] {
  const messages = output ? [input, output] : [input];
  const elements = messages.flatMap(({ body, headers }) => [...body, ...headers.map(({ element }) => element)]);
  return [...elements, ...faults.map(({ element }) => element)].filter(({ encoding }) => encoding !== undefined);
}

function elementsIn(member: Member): ElementDecl[] {
  switch (member.kind) {
    case 'element':
      return [member.element, ...member.element.substitutes];
    case 'spread':
      return [member.element];
    case 'group':
    case 'mixed':
      return member.members.flatMap(elementsIn);
    default:
      return [];
  }
}

function derivedFrom(type: TypeDef, { schemas }: Source): TypeDef[] {
  if (type.kind === 'simple') return [];
  return [...schemas.types.values()].filter((one) => one.kind === 'complex' && schemas.derives(one, type));
}
