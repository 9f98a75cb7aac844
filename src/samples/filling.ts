// What objects of a sample show that would be empty, as the contract requires nothing of them. Knows no messages.
import type { Codec } from '../codec/model/codec.ts';
import type { ComplexType, TypeDef } from '../contract/model/model.ts';

/** Levels of objects that would be empty, and show something instead. */
const FILLED_LEVELS = 3;

interface Filling {
  /** Of the content. */
  readonly depth: number;
  readonly takes: 'values' | 'first';
  isDone: boolean;
}

/** The objects around that are being filled, from the outermost to the innermost. */
export class Fillings {
  private readonly types: ComplexType[] = [];
  private innermost: Filling | undefined = undefined;

  /** A type inside of itself stays empty, and so does what is too deep. */
  mayFill(type: ComplexType): boolean {
    return this.types.length < FILLED_LEVELS && !this.isFilling(type);
  }

  isFilling(type: TypeDef): boolean {
    return this.types.some((around) => around === type);
  }

  /** Is an optional part shown in the object whose content is at `depth`? undefined: that object is not being filled. */
  takes(isObject: boolean, depth: number): boolean | undefined {
    if (this.innermost?.depth !== depth) return undefined;
    return this.innermost.takes === 'values' ? !isObject : !this.innermost.isDone;
  }

  /** An optional part of the content at `depth` has a sample. */
  sampled(depth: number): void {
    if (this.innermost?.depth === depth) this.innermost.isDone = true;
  }

  /** Lines of the optional values, else of the first optional part that has a sample. */
  fill(type: ComplexType, depth: number, content: () => string[]): string[] {
    const { innermost } = this;
    this.types.push(type);
    try {
      for (const takes of ['values', 'first'] as const) {
        this.innermost = { depth, takes, isDone: false };
        const lines = content();
        if (lines.length > 0) return lines;
      }
      return [];
    } finally {
      this.types.pop();
      this.innermost = innermost;
    }
  }
}

/** Then the message is about it. */
export function hasOneObject(type: ComplexType, codec: Codec): boolean {
  const objects = codec
    .members(type)
    .filter((member) => member.kind === 'element' && isObjectType(member.element.type));
  return objects.length === 1;
}

export function isObjectType(type: TypeDef): boolean {
  return type.kind === 'complex' && type.content.kind !== 'simple';
}
