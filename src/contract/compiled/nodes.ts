// The types, elements and attributes of a compiled contract.
import { clark, XSD_NS } from '../../xml/reader/names.ts';
import type { Operation } from '../model/contract.ts';
import type {
  AttributeUse,
  Builtin,
  ComplexType,
  Content,
  ElementDecl,
  Facets,
  GroupParticle,
  Particle,
  PatternStep,
  SimpleType,
  TypeDef,
} from '../model/model.ts';
import { builtinTypes } from '../xsd/builtins.ts';
import type { Input } from './input.ts';
import * as layout from './layout.ts';
import { once } from './lazy-map.ts';
import { readOperation } from './operation-node.ts';

/**
 * Makes components from their nodes at first use, each once: identity and recursion are those of the linked contract. References to
 * other components is a getter; all properties are own and enumerable, as those of any other contract.
 */
export class Nodes {
  private readonly input: Input;
  private readonly components: unknown[];

  constructor(input: Input, count: number) {
    this.input = input;
    this.components = new Array(count);
  }

  readonly type = (id: number): TypeDef => {
    return (this.components[id] ??= this.readType(id)) as TypeDef;
  };

  readonly element = (id: number): ElementDecl => {
    return (this.components[id] ??= this.readElement(id)) as ElementDecl;
  };

  readonly use = (id: number): AttributeUse => {
    return (this.components[id] ??= this.readUse(id)) as AttributeUse;
  };

  readonly operation = (id: number): Operation => {
    return (this.components[id] ??= readOperation(id, this.input, this.element)) as Operation;
  };

  private readonly particle = (id: number): Particle => {
    return (this.components[id] ??= this.readParticle(id)) as Particle;
  };

  private readonly simpleType = (id: number): SimpleType => this.type(id) as SimpleType;

  private readonly members = (id: number): readonly SimpleType[] => {
    this.components[id] ??= this.ids(id).map(this.simpleType);
    return this.components[id] as readonly SimpleType[];
  };

  private readonly patterns = (id: number): PatternStep => {
    return (this.components[id] ??= this.readPatterns(id)) as PatternStep;
  };

  private ids(id: number): readonly number[] {
    this.input.open(id);
    return this.input.list(() => this.input.int());
  }

  private readType(id: number): TypeDef {
    const { input } = this;
    input.open(id);
    const kind = input.int();
    if (kind === layout.BUILTIN) return builtinTypes.get(clark({ ns: XSD_NS, local: input.text()! }))!;
    return kind === layout.SIMPLE ? this.readSimple() : this.readComplex();
  }

  private readSimple(): SimpleType {
    const { input, simpleType, members } = this;
    const name = input.name();
    const base = input.int() - 1;
    const variety = layout.VARIETIES[input.int()];
    const builtin = input.text() as Builtin;
    const [item, list] = [input.int() - 1, input.int() - 1];
    const facets = this.withPatterns(input.facets(), input.int() - 1);
    const [doc, place] = [input.textNumber(), input.place()];
    return Object.freeze({
      kind: 'simple',
      name,
      get base() {
        return base < 0 ? undefined : simpleType(base);
      },
      variety,
      builtin,
      get item() {
        return item < 0 ? undefined : simpleType(item);
      },
      get members() {
        return list < 0 ? undefined : members(list);
      },
      facets,
      get doc() {
        return input.textAt(doc);
      },
      place,
    });
  }

  private withPatterns(facets: Facets, id: number): Facets {
    if (id < 0) return Object.freeze(facets);
    const { patterns } = this;
    return Object.freeze({
      ...facets,
      get patterns() {
        return patterns(id);
      },
    });
  }

  private readPatterns(id: number): PatternStep {
    const { input, patterns } = this;
    input.open(id);
    const alternatives = input.list(() => input.text()!);
    const base = input.int() - 1;
    return Object.freeze({
      alternatives,
      get base() {
        return base < 0 ? undefined : patterns(base);
      },
    });
  }

  private readComplex(): ComplexType {
    const { input, type, use } = this;
    const name = input.name();
    const base = input.int() - 1;
    const derivation = layout.DERIVATIONS[input.int()];
    const [abstract, mixed] = [input.flag(), input.flag()];
    const uses = input.list(() => input.int());
    const anyAttribute = input.flag() ? input.wildcard() : undefined;
    const kind = layout.CONTENTS[input.int()];
    const content = kind === 'empty' ? -1 : input.int();
    const dimensions = input.int() - 1;
    const [doc, place] = [input.textNumber(), input.place()];
    const attributes = once(() => Object.freeze(uses.map(use)));
    const model = once(() => this.content(kind, content));
    return Object.freeze({
      kind: 'complex',
      name,
      get base() {
        return base < 0 ? undefined : type(base);
      },
      derivation,
      abstract,
      mixed,
      get attributes() {
        return attributes();
      },
      anyAttribute,
      get content() {
        return model();
      },
      array: dimensions < 0 ? undefined : dimensions,
      get doc() {
        return input.textAt(doc);
      },
      place,
    });
  }

  private content(kind: Content['kind'], id: number): Content {
    if (kind === 'empty') return Object.freeze({ kind });
    if (kind === 'simple') return Object.freeze({ kind, type: this.simpleType(id) });
    return Object.freeze({ kind, particle: this.particle(id) });
  }

  private readUse(id: number): AttributeUse {
    const { input, simpleType } = this;
    input.open(id);
    const name = input.name()!;
    const type = input.int();
    const required = input.flag();
    const [fallback, fixed, doc] = [input.text(), input.text(), input.textNumber()];
    return Object.freeze({
      name,
      get type() {
        return simpleType(type);
      },
      required,
      default: fallback,
      fixed,
      get doc() {
        return input.textAt(doc);
      },
    });
  }

  private readElement(id: number): ElementDecl {
    const { input, type, element } = this;
    input.open(id);
    const name = input.name()!;
    const typeId = input.int();
    const flags = input.int();
    const encoding = layout.ENCODINGS[input.int()];
    const [fallback, fixed, contentTypes] = [input.text(), input.text(), input.text()];
    const ids = input.list(() => input.int());
    const [doc, place] = [input.textNumber(), input.place()];
    const substitutes = once(() => Object.freeze(ids.map(element)));
    return Object.freeze({
      name,
      get type() {
        return type(typeId);
      },
      global: (flags & 1) !== 0,
      nillable: (flags & 2) !== 0,
      abstract: (flags & 4) !== 0,
      rpcResponse: (flags & 8) !== 0 ? true : undefined,
      default: fallback,
      fixed,
      get substitutes() {
        return substitutes();
      },
      encoding,
      contentTypes,
      get doc() {
        return input.textAt(doc);
      },
      place,
    });
  }

  private readParticle(id: number): Particle {
    const { input } = this;
    input.open(id);
    const kind = layout.PARTICLES[input.int()];
    const min = input.int();
    const plus = input.int();
    const max = plus === 0 ? Number.POSITIVE_INFINITY : plus - 1;
    if (kind === 'element') return Object.freeze({ kind, element: this.element(input.int()), min, max });
    if (kind === 'any') return Object.freeze({ kind, wildcard: input.wildcard(), min, max });
    const ids = input.list(() => input.int());
    return this.group(kind, ids, min, max);
  }

  private group(kind: GroupParticle['kind'], ids: readonly number[], min: number, max: number): Particle {
    const particles = once(() => Object.freeze(ids.map(this.particle)));
    return Object.freeze({
      kind,
      get particles() {
        return particles();
      },
      min,
      max,
    });
  }
}
