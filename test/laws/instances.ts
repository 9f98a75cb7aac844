// Random schema-valid XML instances of an element, as an arbitrary of fast-check. Knows the model of a contract, not the codec.
import fc from 'fast-check';
import type { ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { type Features, Grow } from './grow.ts';
import { render } from './render.ts';
import { Source } from './source.ts';
import type { ElementNode } from './tree.ts';

export interface Instance {
  readonly tree: ElementNode;
  readonly xml: string;
}

/** `size`: the most random bytes one instance is made of; about ten a value. */
export function instances(
  schemas: Schemas,
  element: ElementDecl,
  features: Features & { size?: number } = {},
): fc.Arbitrary<Instance> {
  const bytes = fc.uint8Array({ maxLength: features.size ?? 1500, size: 'max' });
  return fc.tuple(bytes, bytes).map(([a, b]) => {
    const tree = new Grow(schemas, new Source(a), features).element(element, features.depth ?? 5);
    return { tree, xml: render(tree, new Source(b)) };
  });
}
