// What a contract has and the gateway does not carry: it is cut out of the documents for clients, since their readers refuse a whole contract for it.

import { readTree } from '../../xml/read-tree.ts';
import { fileLimits } from '../../xml/reader/limits.ts';
import { clark, XML_NS, XSD_NS } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../xml/reader/reader.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import type { Contract, SourceDocument } from '../model/contract.ts';
import { qualified, splitList } from '../model/definition-tree.ts';
import { soapBindingOf } from '../wsdl/context.ts';
import { wellKnown } from '../xsd/well-known.ts';
import type { Edit } from './pieces.ts';

/** Names of components, `{namespace}name`. */
type Names = Pick<ReadonlySet<string>, 'has'>;

export class Uncarried {
  private readonly cut = new Set<XmlElement>();
  private readonly roots: ReadonlyMap<SourceDocument, XmlElement>;
  private readonly names: Readonly<Record<string, Names>>;
  /** Operations by port type and name. */
  private readonly operations: ReadonlySet<string>;

  constructor({ schemas, operations, sources }: Contract) {
    this.roots = new Map(sources!.documents.map((document) => [document, readTree(document.bytes, document.file)]));
    const { elements: element, attributes: attribute, types } = schemas;
    const groups = this.usableGroups({ element, attribute, type: types });
    this.names = { element, attribute, complexType: types, simpleType: types, type: types, ...groups };
    this.operations = new Set(operations.map(({ portType, name }) => operationKey(clark(portType), name)));
    for (const schema of this.schemas()) this.cutComponents(schema);
    this.cutOperations();
    this.cutPorts();
    this.cutMessages();
  }

  /** `bytes`: the document in UTF-8. */
  edits(document: SourceDocument, bytes: Uint8Array): Edit[] {
    const root = this.roots.get(document)!;
    if (this.cut.size === 0) return [];
    const ranges = rangesOf(bytes);
    return [...descendants(root)].flatMap((e, i) => (this.cut.has(e) ? [{ ...ranges[i], pieces: [] }] : []));
  }

  private *schemas(): Iterable<XmlElement> {
    for (const root of this.roots.values())
      if (root.name.ns === XSD_NS) yield root;
      else
        for (const types of named(root, 'types'))
          yield* elements(types).filter(({ name }) => name.ns === XSD_NS && name.local === 'schema');
  }

  private cutComponents(schema: XmlElement): void {
    const ns = attr(schema, 'targetNamespace');
    // Without a namespace it has that of the schemas that include it.
    if (ns === undefined || isKnown(ns)) return;
    for (const component of elements(schema)) {
      const local = attr(component, 'name');
      const names = component.name.ns === XSD_NS ? this.names[component.name.local] : undefined;
      if (local !== undefined && names?.has(clark({ ns, local })) === false) this.cut.add(component);
    }
  }

  /** A group that refers to a group that is not usable is not usable either. */
  private usableGroups(names: Readonly<Record<string, Names>>) {
    const groups = { group: new Set<string>(), attributeGroup: new Set<string>() };
    const components = [...this.schemas()].flatMap((schema) =>
      (['group', 'attributeGroup'] as const).flatMap((kind) =>
        named(schema, kind).map((e) => {
          const name = { ns: attr(schema, 'targetNamespace') ?? '', local: attr(e, 'name') ?? '' };
          return { kind, e, key: clark(name) };
        }),
      ),
    );
    for (const { kind, key } of components) groups[kind].add(key);
    const all = { ...names, ...groups };
    for (let changed = true; changed; ) {
      const lost = components.filter(({ kind, key, e }) => groups[kind].has(key) && refersToNothing(e, all));
      for (const { kind, key } of lost) groups[kind].delete(key);
      changed = lost.length > 0;
    }
    return groups;
  }

  private cutOperations(): void {
    const bindings = this.definitions('binding').map(({ e }) => ({
      e,
      portType: resolved(attr(e, 'type') ?? '', e),
      isSoap: soapBindingOf(e) !== undefined,
    }));
    for (const { e, portType, isSoap } of bindings) if (isSoap) this.cutOperationsOf(e, portType);
    const keysOf = (soap: boolean) =>
      new Set(bindings.flatMap(({ isSoap, portType }) => (isSoap === soap ? [portType] : [])));
    const nonSoapPortTypes = keysOf(false);
    const soapPortTypes = keysOf(true);
    for (const { e, key } of this.definitions('portType'))
      if (soapPortTypes.has(key) && !nonSoapPortTypes.has(key)) this.cutOperationsOf(e, key);
  }

  private cutOperationsOf(parent: XmlElement, portType: string): void {
    for (const operation of named(parent, 'operation'))
      if (!this.operations.has(operationKey(portType, attr(operation, 'name')?.trim() ?? ''))) this.cut.add(operation);
  }

  /** Ports without a binding. */
  private cutPorts(): void {
    const bindings = new Set(this.definitions('binding').map(({ key }) => key));
    for (const { e } of this.definitions('service'))
      for (const port of named(e, 'port'))
        if (!bindings.has(resolved(attr(port, 'binding') ?? '', port))) this.cut.add(port);
  }

  /** Messages with a part that refers to nothing, unless an operation has them. */
  private cutMessages(): void {
    const needed = new Set(
      this.definitions('portType')
        .flatMap(({ e }) => named(e, 'operation').filter((operation) => !this.cut.has(operation)))
        .flatMap(elements)
        .map((e) => resolved(attr(e, 'message') ?? '', e)),
    );
    for (const { e, key } of this.definitions('message'))
      if (!needed.has(key) && refersToNothing(e, this.names)) this.cut.add(e);
  }

  private definitions(kind: string): { readonly e: XmlElement; readonly key: string }[] {
    return [...this.roots.values()].flatMap((root) => {
      const ns = attr(root, 'targetNamespace') ?? '';
      return named(root, kind).map((e) => ({ e, key: clark({ ns, local: attr(e, 'name')?.trim() ?? '' }) }));
    });
  }
}

function operationKey(portType: string, name: string): string {
  return `${portType} ${name}`;
}

function named(parent: XmlElement, local: string): XmlElement[] {
  return elements(parent).filter(({ name }) => name.local === local && name.ns === parent.name.ns);
}

function resolved(text: string, e: XmlElement): string {
  const name = qualified(text, e);
  return name === undefined ? '' : clark(name);
}

/** Schemas that the gateway has itself. */
function isKnown(ns: string): boolean {
  return ns === XSD_NS || ns === XML_NS || wellKnown.has(ns);
}

const REFERENCES: Readonly<Record<string, string>> = {
  type: 'type',
  base: 'type',
  itemType: 'type',
  memberTypes: 'type',
  element: 'element',
};

/** Does it, or something inside of it, refer to a component that is not there? `names`: by kind of component. */
function refersToNothing(e: XmlElement, names: Readonly<Record<string, Names>>): boolean {
  for (const inside of descendants(e))
    for (const { name, value } of inside.attributes) {
      if (name.ns !== '') continue;
      const present = names[name.local === 'ref' ? inside.name.local : REFERENCES[name.local]];
      if (present !== undefined && splitList(value).some((text) => isMissing(text, inside, present))) return true;
    }
  return false;
}

function isMissing(text: string, e: XmlElement, present: Names): boolean {
  const name = qualified(text, e);
  return name === undefined || (!isKnown(name.ns) && !present.has(clark(name)));
}

/** With itself, in the order of start tags. */
function* descendants(e: XmlElement): Iterable<XmlElement> {
  const waiting = [e];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...elements(next).toReversed());
  }
}

/** Bytes [start, end) of all elements, in the order of start tags. */
function rangesOf(bytes: Uint8Array): readonly { readonly start: number; readonly end: number }[] {
  const reader = new XmlReader({ transcoded: true, limits: fileLimits });
  reader.feed(bytes);
  reader.finish();
  const ranges: { start: number; end: number }[] = [];
  const open: { start: number; end: number }[] = [];
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next())
    if (token === START) {
      const range = { start: reader.startOffset, end: 0 };
      ranges.push(range);
      open.push(range);
    } else if (token === END) open.pop()!.end = reader.base + reader.pos;
  return ranges;
}
