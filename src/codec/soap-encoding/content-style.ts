// Which elements of a message have encoded content.
import type { ElementDecl, Particle, Schemas, SoapEncoding, TypeDef } from '../../contract/model/model.ts';
import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import { clark, SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';

/** `literal`: literal use of a type with arrays. Their members may have any names all the same. */
export type ContentStyle = SoapEncoding | 'literal';

const ARRAYS = Object.values(encodingNamespaces).map((ns) => clark({ ns, local: 'Array' }));
const PARTS: ReadonlySet<string> = new Set(['Envelope', 'Header', 'Body', 'Fault']);

/** Cache: elements of contracts without arrays are not looked at. */
const styles = new WeakMap<ElementDecl, ContentStyle | 'plain'>();

/** undefined: no part of the element is encoded. */
export function contentStyle(element: ElementDecl, schemas: Schemas): ContentStyle | undefined {
  if (element.encoding !== undefined) return element.encoding;
  if (isOfEnvelope(element) || !ARRAYS.some((key) => schemas.types.has(key))) return undefined;
  let style = styles.get(element);
  if (style === undefined) styles.set(element, (style = holdsArray(element.type) ? 'literal' : 'plain'));
  return style === 'plain' ? undefined : style;
}

export function isOfEnvelope({ name }: Pick<ElementDecl, 'name'>): boolean {
  return (name.ns === SOAP11_NS || name.ns === SOAP12_NS) && PARTS.has(name.local);
}

/** Has the element a style that `counts`, or one of the Header or Body of this envelope? */
export function holdsEncoded(
  root: ElementDecl,
  schemas: Schemas,
  counts: (style: ContentStyle) => boolean = () => true,
): boolean {
  const style = contentStyle(root, schemas);
  if (style !== undefined) return counts(style);
  if (!isOfEnvelope(root) || root.type.kind === 'simple' || root.type.content.kind !== 'elements') return false;
  return elementsIn(root.type.content.particle).some((element) => holdsEncoded(element, schemas, counts));
}

function holdsArray(start: TypeDef): boolean {
  const visited = new Set<TypeDef>([start]);
  for (const type of visited) {
    if (type.kind === 'simple') continue;
    if (type.array !== undefined) return true;
    if (type.content.kind === 'elements')
      for (const element of elementsIn(type.content.particle)) visited.add(element.type);
  }
  return false;
}

export function elementsIn(particle: Particle): readonly ElementDecl[] {
  if (particle.kind === 'element') return [particle.element];
  return particle.kind === 'any' ? [] : particle.particles.flatMap(elementsIn);
}
