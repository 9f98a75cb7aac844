// Writes a contract in its compiled form.

import { createHash } from 'node:crypto';
import type { Place } from '../../errors/errors.ts';
import { type QName, XSD_NS } from '../../xml/reader/names.ts';
import type { Contract, Message, Operation } from '../model/contract.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  Facets,
  Particle,
  PatternStep,
  SimpleType,
  TypeDef,
  Wildcard,
} from '../model/model.ts';
import { anyType, builtinTypes } from '../xsd/builtins.ts';
import * as layout from './layout.ts';
import { packSources } from './layout.ts';
import { Output } from './output.ts';

export function writeCompiled(contract: Contract): Uint8Array {
  return new Writer().write(contract);
}

class Writer {
  private readonly out = new Output();
  private readonly ids = new Map<object, number>();
  /** Nodes that have a number but are not written yet. */
  private readonly waiting: (() => void)[] = [];
  private readonly offsets: number[] = [0];

  write({ schemas, operations, files, sources, hasPolicies }: Contract): Uint8Array {
    const types = [...schemas.types].filter(([, type]) => !isBuiltin(type));
    const globals = [types, [...schemas.elements], [...schemas.attributes]] as const;
    // Global components come first, in the order of their names, so no index is needed.
    for (const [, type] of types) this.type(type);
    for (const [, element] of schemas.elements) this.element(element);
    for (const [, use] of schemas.attributes) this.use(use);
    for (const operation of operations) this.operation(operation);
    for (let i = 0; i < this.waiting.length; i++) {
      this.waiting[i]();
      this.offsets.push(this.out.length);
    }
    const names = [...globals.flatMap((g) => g.map(([name]) => name)), ...schemas.namespaces, ...files].join('\0');
    const sizes = [schemas.namespaces.length, files.length, operations.length];
    const counts = [...globals.map((g) => g.length), ...sizes, hasPolicies ? 1 : 0];
    const content = assemble(this.out, this.offsets, Buffer.from(names), counts);
    return sealed(Buffer.concat([content, packSources(sources)]));
  }

  /** The number of a component's node. Writing is deferred, so recursive components need no recursion. */
  private node(component: object, write: () => void): number {
    const existing = this.ids.get(component);
    if (existing !== undefined) return existing;
    const id = this.waiting.length;
    this.ids.set(component, id);
    this.waiting.push(write);
    return id;
  }

  private type(type: TypeDef): number {
    return this.node(type, () => {
      if (isBuiltin(type)) this.builtin(type);
      else if (type.kind === 'simple') this.simple(type);
      else this.complex(type);
    });
  }

  private builtin(type: TypeDef): void {
    this.out.int(layout.BUILTIN);
    this.out.text(type.name!.local);
  }

  private simple(type: SimpleType): void {
    const { out } = this;
    out.int(layout.SIMPLE);
    this.name(type.name);
    this.optional(type.base, (base) => this.type(base));
    out.int(layout.VARIETIES.indexOf(type.variety));
    out.text(type.builtin);
    this.optional(type.item, (item) => this.type(item));
    this.optional(type.members && [type.members], ([members]) => this.listNode(members));
    this.facets(type.facets);
    out.text(type.doc);
    this.place(type.place);
  }

  private listNode(members: readonly SimpleType[]): number {
    return this.node(members, () => this.out.list(members, (member) => this.out.int(this.type(member))));
  }

  private complex(type: ComplexType): void {
    const { out } = this;
    out.int(layout.COMPLEX);
    this.name(type.name);
    this.optional(type.base, (base) => this.type(base));
    out.int(layout.DERIVATIONS.indexOf(type.derivation));
    out.flag(type.abstract);
    out.flag(type.mixed);
    out.list(type.attributes, (use) => out.int(this.use(use)));
    out.flag(type.anyAttribute !== undefined);
    if (type.anyAttribute) this.wildcard(type.anyAttribute);
    out.int(layout.CONTENTS.indexOf(type.content.kind));
    if (type.content.kind === 'simple') out.int(this.type(type.content.type));
    if (type.content.kind === 'elements') out.int(this.particle(type.content.particle));
    out.int((type.array ?? -1) + 1);
    out.text(type.doc);
    this.place(type.place);
  }

  private use(use: AttributeUse): number {
    return this.node(use, () => {
      const { out } = this;
      this.name(use.name);
      out.int(this.type(use.type));
      out.flag(use.required);
      for (const text of [use.default, use.fixed, use.doc]) out.text(text);
    });
  }

  private element(element: ElementDecl): number {
    return this.node(element, () => {
      const { out } = this;
      this.name(element.name);
      out.int(this.type(element.type));
      const { global, nillable, abstract, rpcResponse } = element;
      out.int((global ? 1 : 0) + (nillable ? 2 : 0) + (abstract ? 4 : 0) + (rpcResponse ? 8 : 0));
      out.int(layout.ENCODINGS.indexOf(element.encoding));
      out.text(element.default);
      out.text(element.fixed);
      out.text(element.contentTypes);
      out.list(element.substitutes, (substitute) => out.int(this.element(substitute)));
      out.text(element.doc);
      this.place(element.place);
    });
  }

  private particle(particle: Particle): number {
    return this.node(particle, () => {
      const { out } = this;
      out.int(layout.PARTICLES.indexOf(particle.kind));
      out.int(particle.min);
      out.int(particle.max === Number.POSITIVE_INFINITY ? 0 : particle.max + 1);
      if (particle.kind === 'element') out.int(this.element(particle.element));
      else if (particle.kind === 'any') this.wildcard(particle.wildcard);
      else out.list(particle.particles, (part) => out.int(this.particle(part)));
    });
  }

  private wildcard({ namespaces, process }: Wildcard): void {
    this.out.int(layout.WILDCARDS.indexOf(namespaces.kind));
    if (namespaces.kind === 'not') this.out.text(namespaces.ns);
    if (namespaces.kind === 'set') this.out.list(namespaces.set, (ns) => this.out.text(ns));
    this.out.int(layout.PROCESS.indexOf(process));
  }

  private facets(facets: Facets): void {
    const { out } = this;
    out.int(layout.SPACES.indexOf(facets.whiteSpace));
    for (const facet of layout.COUNT_FACETS) out.int((facets[facet] ?? -1) + 1);
    for (const facet of layout.BOUND_FACETS) out.text(facets[facet]);
    for (const values of [facets.enumeration, facets.enumerationNames])
      out.list(values ?? [], (value) => out.text(value));
    this.optional(facets.patterns, (step) => this.patterns(step));
  }

  private patterns(step: PatternStep): number {
    return this.node(step, () => {
      this.out.list(step.alternatives, (pattern) => this.out.text(pattern));
      this.optional(step.base, (base) => this.patterns(base));
    });
  }

  private operation(o: Operation): number {
    return this.node(o, () => {
      const { out } = this;
      this.name(o.service);
      out.text(o.port);
      out.text(o.name);
      this.name(o.portType);
      for (const text of [o.version, o.style, o.action, o.address, o.doc]) out.text(text);
      this.place(o.place);
      out.flag(o.output !== undefined);
      for (const message of o.output ? [o.input, o.output] : [o.input]) this.message(message);
      out.list(o.faults, (fault) => {
        out.text(fault.name);
        out.int(this.element(fault.element));
      });
    });
  }

  private message({ body, headers, addressingAction }: Message): void {
    this.out.text(addressingAction);
    this.out.list(body, (element) => this.out.int(this.element(element)));
    this.out.list(headers, ({ part, element }) => {
      this.out.text(part);
      this.out.int(this.element(element));
    });
  }

  /** A node number + 1, or 0 for an absent component. */
  private optional<T>(value: T | undefined, number: (value: T) => number): void {
    this.out.int(value === undefined ? 0 : number(value) + 1);
  }

  private name(name: QName | undefined): void {
    this.out.text(name?.ns);
    if (name) this.out.text(name.local);
  }

  private place(place: Place | undefined): void {
    this.out.text(place?.file);
    if (!place) return;
    this.out.int(place.line);
    this.out.int(place.col);
  }
}

function isBuiltin(type: TypeDef): boolean {
  return type.name?.ns === XSD_NS && (type === anyType || builtinTypes.get(`{${XSD_NS}}${type.name.local}`) === type);
}

function assemble(out: Output, nodeOffsets: readonly number[], names: Buffer, counts: readonly number[]): Buffer {
  const texts = out.texts().map((text) => Buffer.from(text));
  let end = 0;
  const textOffsets = [0, ...texts.map((text) => (end += text.length))];
  const nodes = out.result();
  const head = [texts.length, nodeOffsets.length - 1, names.length, end, nodes.length, ...counts];
  const tables = new Uint8Array(Uint32Array.from([...head, ...textOffsets, ...nodeOffsets]).buffer);
  return Buffer.concat([tables, names, ...texts, nodes]);
}

function sealed(content: Buffer): Uint8Array {
  const hash = createHash('sha256').update(content).digest();
  return Buffer.concat([Buffer.from(layout.MAGIC), hash, content]);
}
