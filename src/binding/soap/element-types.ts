// Follows the elements of one message through the types of its contract: may their text be a reference to an attachment? Knows nothing about attachments.
import type { Operation } from '../../contract/model/contract.ts';
import type { ComplexType, ElementDecl, Particle, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { clark } from '../../xml/reader/names.ts';
import type { XmlReader } from '../../xml/reader/reader.ts';

/** Elements by Clark name, and by local name. */
interface Children {
  readonly byKey: ReadonlyMap<string, ElementDecl>;
  readonly byLocal: ReadonlyMap<string, ElementDecl>;
}

/** What messages have in Body, Header and the detail of a fault. */
export interface MessageElements {
  readonly schemas: Schemas;
  readonly roots: Children;
}

export function messageElements(
  schemas: Schemas,
  operations: readonly Pick<Operation, 'input' | 'output' | 'faults'>[],
): MessageElements {
  const elements = operations.flatMap(({ input, output, faults }) => [
    ...[input, output].flatMap((message) => [
      ...(message?.body ?? []),
      ...(message?.headers.map(({ element }) => element) ?? []),
    ]),
    ...faults.map(({ element }) => element),
  ]);
  return { schemas, roots: childrenOf(elements) };
}

function childrenOf(elements: readonly ElementDecl[]): Children {
  const byKey = new Map<string, ElementDecl>();
  const byLocal = new Map<string, ElementDecl>();
  for (const element of elements) {
    const key = clark(element.name);
    if (!byKey.has(key)) byKey.set(key, element);
    if (!byLocal.has(element.name.local)) byLocal.set(element.name.local, element);
  }
  return { byKey, byLocal };
}

const childrenByType = new WeakMap<ComplexType, Children>();

function childrenIn(type: ComplexType): Children {
  let children = childrenByType.get(type);
  if (children === undefined) {
    const elements = type.content.kind === 'elements' ? elementsIn(type.content.particle) : [];
    childrenByType.set(type, (children = childrenOf(elements)));
  }
  return children;
}

function elementsIn(particle: Particle): readonly ElementDecl[] {
  if (particle.kind === 'any') return [];
  if (particle.kind === 'element') return [particle.element, ...particle.element.substitutes];
  return particle.particles.flatMap(elementsIn);
}

/** Binary content, or a union of it and others: any text. */
export type BinaryKind = 'binary' | 'union';

export class ElementTypes {
  private readonly elements: MessageElements;
  /** By depth; undefined: no declaration is known. */
  private readonly types: (TypeDef | undefined)[] = [];

  constructor(elements: MessageElements) {
    this.elements = elements;
  }

  /** Is the content of the element binary, whose start tag has just been read? undefined: it is not. */
  enter(reader: XmlReader): BinaryKind | undefined {
    const { depth } = reader;
    const type = this.actualType(reader) ?? this.declaredType(reader, this.types[depth - 1]);
    this.types[depth] = type;
    return type && binaryKind(type);
  }

  private actualType({ attributes, ctx }: XmlReader): TypeDef | undefined {
    const k = attributes.findXsi('type');
    if (k < 0) return undefined;
    const text = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
    const colon = text.indexOf(':');
    const ns = ctx.resolve(text.slice(0, Math.max(colon, 0)));
    return ns === undefined ? undefined : this.elements.schemas.types.get(clark({ ns, local: text.slice(colon + 1) }));
  }

  /** Names are looked up in any namespace too: `responseNamespaces: any` takes them. */
  private declaredType({ name: { key, local } }: XmlReader, parent: TypeDef | undefined): TypeDef | undefined {
    const { schemas, roots } = this.elements;
    const inside = parent?.kind === 'complex' ? childrenIn(parent) : roots;
    const element =
      inside.byKey.get(key) ?? roots.byKey.get(key) ?? schemas.elements.get(key) ?? inside.byLocal.get(local);
    return element?.type;
  }
}

function binaryKind(type: TypeDef): BinaryKind | undefined {
  if (type.kind === 'complex') return type.content.kind === 'simple' ? binaryKind(type.content.type) : undefined;
  if (isBase64(type)) return 'binary';
  return type.members?.some(isBase64) ? 'union' : undefined;
}

/** References to attachments (WS-I swaRef) and parts of the MIME binding are, too. */
function isBase64({ builtin, variety }: SimpleType): boolean {
  return variety === 'atomic' && builtin === 'base64Binary';
}
