// Members that a SOAP request may have and its pattern does not name: such a request belongs to another rule.

import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { MembersShape, Shape } from '../../codec/model/shape.ts';
import type { ComplexType, ElementDecl, TypeDef } from '../../contract/model/model.ts';

export interface UnnamedMember {
  readonly key: string;
  /** Every request has it. */
  readonly required: boolean;
}

/** What a client says is carried, or another rule's: members that no pattern names are refused, unless the pattern skips them. */
export function wholeShape(shape: Shape): Shape {
  switch (shape.kind) {
    case 'members': {
      const entries = shape.entries.map((entry) => ({ ...entry, shape: wholeShape(entry.shape) }));
      return { ...shape, entries, allNamed: shape.allNamed ?? shape.rest === undefined };
    }
    case 'each':
      return { ...shape, item: wholeShape(shape.item) };
    case 'ordered':
      return { ...shape, items: shape.items.map(wholeShape) };
    default:
      return shape;
  }
}

/** Of whole shapes. Requests with a member are refused; those that the contract fixes are not. */
export function unnamedMembers(
  body: readonly { readonly element: ElementDecl; readonly shape: Shape }[],
  codec: Pick<Codec, 'members'>,
): UnnamedMember[] {
  const search = new Search(codec);
  // Each accessor of encoded content may be nil, which needs no place (SOAP 1.1 §5.1).
  for (const { element, shape } of body) search.look(shape, element.type, element.encoding === undefined);
  return search.unnamed;
}

class Search {
  readonly unnamed: UnnamedMember[] = [];
  private readonly codec: Pick<Codec, 'members'>;

  constructor(codec: Pick<Codec, 'members'>) {
    this.codec = codec;
  }

  /** `required`: every request has the element. */
  look(shape: Shape, type: TypeDef | undefined, required: boolean): void {
    if (shape.kind === 'each') this.look(shape.item, type, required);
    else if (shape.kind === 'ordered') for (const item of shape.items) this.look(item, type, required);
    else if (shape.kind === 'members') this.members(shape, shape.type ?? type, required);
  }

  private members(shape: MembersShape, type: TypeDef | undefined, required: boolean): void {
    // `$rest: none` says it itself.
    if (shape.allNamed && shape.rest === undefined && type?.kind === 'complex') this.addUnnamed(shape, type, required);
    for (const { member, shape: inner } of shape.entries)
      if (member.kind === 'element') this.look(inner, member.element.type, required && isAlwaysThere(member));
  }

  private addUnnamed({ entries }: MembersShape, type: ComplexType, required: boolean): void {
    const named = new Set(entries.map(({ member }) => member));
    for (const member of this.codec.members(type))
      if (!named.has(member) && !isFixed(member))
        this.unnamed.push({ key: member.key, required: required && isAlwaysThere(member) });
  }
}

function isFixed(member: Member): boolean {
  if (member.kind === 'attribute') return member.use.fixed !== undefined;
  return member.kind === 'element' && member.element.fixed !== undefined;
}

/** Something else may stand for it: a nil element, an empty text. */
function isAlwaysThere(member: Member): boolean {
  return member.required && member.kind !== 'text' && !(member.kind === 'element' && member.element.nillable);
}
