// Encoded arrays as literal lists: of each dimension a row, and nil where no member is (SOAP 1.1 §5.4.2).
import type { ComplexType, ElementDecl, Schemas } from '../../contract/model/model.ts';
import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import { XSI_NS } from '../../xml/reader/names.ts';
import { type ArrayType, isArray, memberOf } from './accessors.ts';
import { arrayFormOf } from './array-form.ts';
import { type ArrayMember, placedMembers } from './array-members.ts';
import type { MessageElement } from './message-tree.ts';
import { GENERIC_ARRAY, typeByName } from './type-names.ts';
import { ARRAY_KEY, type Declared, isOpen, type Stated, type ValueTypes } from './value-types.ts';
import type { Attribute, XmlOutput } from './xml-output.ts';

/** Writes the members of arrays. */
interface MemberWriter {
  readonly out: XmlOutput;
  readonly types: ValueTypes;
  /** `hint`: type of the members that the array says. */
  accessor(element: MessageElement, declared: Declared, hint: Stated): void;
  nil(name: string, element: MessageElement): void;
}

interface Rows {
  readonly value: MessageElement;
  readonly sizes: readonly (number | undefined)[];
  readonly hint: Stated;
}

export class LiteralArrays {
  private readonly schemas: Schemas;
  private readonly members: MemberWriter;
  private readonly out: XmlOutput;
  private readonly types: ValueTypes;

  constructor(schemas: Schemas, members: MemberWriter) {
    this.schemas = schemas;
    this.members = members;
    this.out = members.out;
    this.types = members.types;
  }

  write(value: MessageElement, type: ArrayType): void {
    const form = arrayFormOf(value);
    if (!form) return this.out.fail('CODEC_TYPE', 'the arrayType of an array is malformed');
    const dimensions = dimensionsOf(type, form.sizes);
    const members = placedMembers(value, form.sizes, dimensions, (code, message) => this.out.fail(code, message));
    const hint = form.ranks.length > 0 ? GENERIC_ARRAY : form.member && typeByName(this.schemas, form.member);
    // Members may name types of their own: what the array says of them must be right all the same.
    if (members.length > 0 && hint) this.types.actual(value, this.innermost(type, dimensions), hint);
    this.rows({ value, sizes: form.sizes, hint }, type, members, 0, dimensions);
  }

  private innermost(type: ArrayType, dimensions: number): ElementDecl {
    let member = memberOf(type);
    for (let d = 1; d < dimensions; d++) member = memberOf(this.rowType(member));
    return member;
  }

  private rowType({ type }: ElementDecl): ComplexType {
    return isArray(type) ? type : (this.schemas.types.get(ARRAY_KEY) as ComplexType);
  }

  /** `members`: those of one row, in order. */
  private rows(
    array: Rows,
    type: ComplexType,
    members: readonly ArrayMember[],
    level: number,
    dimensions: number,
  ): void {
    const member = memberOf(type);
    const length = level === 0 ? (members.at(-1)?.position[0] ?? -1) + 1 : array.sizes[level]!;
    let at = 0;
    for (let i = 0; i < length; i++) {
      const from = at;
      while (at < members.length && members[at].position[level] === i) at++;
      if (level + 1 < dimensions) this.row(array, member, members.slice(from, at), level + 1, dimensions);
      else if (at > from) this.members.accessor(members[from].element, member, array.hint);
      else this.members.nil(this.out.qualified(member.name.ns, member.name.local), { ...array.value, attributes: [] });
    }
  }

  private row(
    array: Rows,
    member: ElementDecl,
    members: readonly ArrayMember[],
    level: number,
    dimensions: number,
  ): void {
    const { name } = member;
    const rowType = this.rowType(member);
    const label: Attribute[] =
      rowType === member.type
        ? []
        : [[this.out.qualified(XSI_NS, 'type'), this.out.qualified(encodingNamespaces['1.1'], 'Array')]];
    this.out.start(this.out.qualified(name.ns, name.local), { ...array.value, attributes: [] }, label);
    this.rows(array, rowType, members, level, dimensions);
    this.out.end();
  }
}

/** An array without sizes has its rows as a literal list has them: cases may. An array of anything says its dimensions itself. */
function dimensionsOf(type: ArrayType, sizes: Rows['sizes']): number {
  if (type.array > 1) return sizes.length === 1 && sizes[0] === undefined ? 1 : type.array;
  return isOpen(memberOf(type).type) ? sizes.length : 1;
}
