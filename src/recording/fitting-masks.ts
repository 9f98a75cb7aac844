// Masks of a captured message that its types do not allow become samples: a mask is no number. Knows nothing about rules.
import { MASK } from '../capture/secret-names.ts';
import type { Codec } from '../codec/model/codec.ts';
import type { ElementDecl, Particle, TypeDef } from '../contract/model/model.ts';
import { scalarText } from '../json/walk.ts';
import { sampleOf } from '../mapping/runtime/credential-part.ts';
import { clark, type QName, XSI_NS } from '../xml/reader/names.ts';
import type { XmlElement } from '../xml/tree.ts';

/** The element with masks that fit. An element with members that is masked as a whole has none of them. */
export function withFittingMasks(element: XmlElement, codec: Codec): XmlElement {
  const declared = codec.schemas.elements.get(clark(element.name));
  return declared === undefined ? element : fitted(element, declared.type, codec);
}

function fitted(element: XmlElement, declared: TypeDef, codec: Codec): XmlElement {
  const type = actualType(element, codec) ?? declared;
  const isMasked = element.children.length === 1 && element.children[0] === MASK;
  const simple = type.kind === 'simple' ? type : type.content.kind === 'simple' ? type.content.type : undefined;
  if (simple !== undefined) {
    const sample = isMasked ? sampleOf(codec.text(simple), MASK) : undefined;
    return sample === undefined ? element : { ...element, children: [scalarText(sample) ?? MASK] };
  }
  if (type.kind === 'simple' || type.content.kind !== 'elements') return element;
  const { particle } = type.content;
  const children = element.children.filter((child) => child !== MASK);
  return { ...element, children: children.map((child) => fittedChild(child, particle, codec)) };
}

function fittedChild(child: XmlElement | string, particle: Particle, codec: Codec): XmlElement | string {
  const declared = typeof child === 'string' ? undefined : declarationIn(particle, child.name);
  return declared === undefined ? child : fitted(child as XmlElement, declared.type, codec);
}

/** That of `xsi:type` (XML Schema part 1 §2.6.1). */
function actualType({ attributes, scope }: XmlElement, { schemas }: Codec): TypeDef | undefined {
  const text = attributes.find(({ name }) => name.ns === XSI_NS && name.local === 'type')?.value.trim();
  if (text === undefined) return undefined;
  const [local, prefix = ''] = text.split(':').reverse();
  return schemas.types.get(clark({ ns: scope.get(prefix) ?? '', local }));
}

function declarationIn(particle: Particle, name: QName): ElementDecl | undefined {
  if (particle.kind === 'any') return undefined;
  if (particle.kind !== 'element') {
    for (const child of particle.particles) {
      const declared = declarationIn(child, name);
      if (declared !== undefined) return declared;
    }
    return undefined;
  }
  const { element } = particle;
  return [element, ...element.substitutes].find((one) => clark(one.name) === clark(name));
}
