// Literal messages whose values are shared as in SOAP encoding: each reference becomes the value. PHP and older stacks write them.
import type { ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { clark } from '../../xml/reader/names.ts';
import type { InlinedDocument } from '../model/codec.ts';
import { admits } from '../model/content.ts';
import { elementsIn, isOfEnvelope } from './content-style.ts';
import { attributeOf, elementsOf, type MessageElement, type MessageTree, textIn } from './message-tree.ts';
import { References } from './references.ts';
import { XmlOutput } from './xml-output.ts';

/** `limits`: of the result. Throws SoapstoneError: CODEC_REFERENCE, XML_LIMIT. */
export function inlineReferences(tree: MessageTree, declared: ReadonlySet<string>, limits: Limits): InlinedDocument {
  const copy = new InliningCopy(tree, declared, limits);
  return { bytes: copy.document(tree.root), references: copy.followed };
}

class InliningCopy {
  followed = 0;
  private readonly out: XmlOutput;
  private readonly references: References;
  /** Elements that may have an `href` of their own. */
  private readonly declared: ReadonlySet<string>;

  constructor(tree: MessageTree, declared: ReadonlySet<string>, limits: Limits) {
    this.out = new XmlOutput(tree, limits);
    this.references = new References(tree, limits, this.out);
    this.declared = declared;
  }

  document(root: MessageElement): Uint8Array {
    this.out.root(this.out.qualified(root.name.ns, root.name.local), root, [], () => this.children(root));
    return this.out.bytes();
  }

  private children(parent: MessageElement): void {
    const isBody = parent.name.local === 'Body' && isOfEnvelope(parent);
    const [first] = elementsOf(parent);
    for (const child of parent.children) {
      if (typeof child === 'string') this.out.text(child);
      // Values may stand apart behind the first element of the Body.
      else if (!isBody || child === first || !this.references.isIndependent(child)) this.element(child);
    }
  }

  private element(element: MessageElement): void {
    if (!this.isReference(element)) {
      this.out.copyStart(element);
      this.content(element);
      return;
    }
    this.followed++;
    const value = this.references.target(element);
    this.out.startAs(element.name, value);
    this.content(value);
  }

  private content(value: MessageElement): void {
    this.references.within(value, () => this.children(value));
    this.out.end();
  }

  private isReference(element: MessageElement): boolean {
    const href = attributeOf(element, 'href');
    if (href === undefined || !href.trim().startsWith('#') || this.declared.has(element.name.key)) return false;
    return elementsOf(element).length === 0 && textIn(element).trim() === '';
  }
}

/** Names of the elements below `root`, and of all global ones, whose types let them have an `href`. */
export function elementsWithHref(root: ElementDecl, schemas: Schemas): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<TypeDef>([...schemas.types.values(), root.type]);
  const visit = ({ name, type }: ElementDecl) => {
    visited.add(type);
    if (hasHref(type)) names.add(clark(name));
  };
  for (const element of schemas.elements.values()) visit(element);
  for (const type of visited)
    if (type.kind === 'complex' && type.content.kind === 'elements') elementsIn(type.content.particle).forEach(visit);
  return names;
}

function hasHref(type: TypeDef): boolean {
  if (type.kind === 'simple') return false;
  const { attributes, anyAttribute } = type;
  return (
    attributes.some(({ name }) => clark(name) === 'href') || (anyAttribute !== undefined && admits(anyAttribute, ''))
  );
}
