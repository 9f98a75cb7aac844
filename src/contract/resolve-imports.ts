// Finds all documents of a contract by their imports and includes. Knows nothing about what they declare.

import { SoapstoneError } from '../errors/errors.ts';
import { WSDL_NS, XSD_NS } from '../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../xml/tree.ts';
import { describeRoot, inlineSchemas, isDefinitions, isSchema, notOurs, typesOf } from './document-roots.ts';
import { type DocumentReference, importProblem } from './import-problem.ts';
import { Links } from './links.ts';
import type { Sources } from './model/contract.ts';
import { type Asking, Library, type Loaded } from './source/library.ts';
import { contractLimits } from './source/limits.ts';
import { baseName, isRefusal, type Refusal, resolveLocation } from './source/location.ts';
import type { Report } from './source/report.ts';
import { type SchemaDocument, schemaDocument } from './xsd/document.ts';
import type { Missing } from './xsd/registry.ts';
import { builtInNamespaces, wellKnown } from './xsd/well-known.ts';

export interface ResolvedImports {
  readonly documents: readonly SchemaDocument[];
  /** In document order; applied from the last to the first. */
  readonly redefinitions: readonly { readonly node: XmlElement; readonly document: SchemaDocument }[];
  readonly definitions: readonly XmlElement[];
  readonly missing: readonly Missing[];
  readonly files: readonly string[];
  readonly sources: Sources;
}

/**
 * Starts from `main`, else from all given files: the WSDL files first, then the schemas that they did not reach. Throws SoapstoneError at
 * a limit; all other problems go to `report`. `nearby`: see Library.
 */
export function resolveImports(
  files: ReadonlyMap<string, Uint8Array>,
  main: string | undefined,
  report: Report,
  nearby: () => ReadonlyMap<string, Uint8Array> = () => new Map(),
): Asking<ResolvedImports> {
  return new ImportResolver(new Library(files, report, nearby), report).run(main);
}

class ImportResolver {
  private readonly library: Library;
  private readonly report: Report;
  private readonly documents: SchemaDocument[] = [];
  private readonly redefinitions: { node: XmlElement; document: SchemaDocument }[] = [];
  private readonly definitions: XmlElement[] = [];
  /** Namespace → files of it; none where only inline schemas have it. An import without location looks here. */
  private readonly byNamespace = { wsdl: new Map<string, XmlElement[]>(), schema: new Map<string, XmlElement[]>() };
  /** WSDL file → namespaces whose inline schemas were taken, and whether there were any. */
  private readonly inlineTaken = new Map<XmlElement, Map<string, boolean>>();
  private readonly missing: Missing[] = [];
  private readonly files = new Set<string>();
  private readonly pending: DocumentReference[] = [];
  /** How many of `pending` are done. */
  private followed = 0;
  /** References with an unusable location, and the reason. Resolved by namespace after all others. */
  private readonly unresolved: { reference: DocumentReference; refusal?: Refusal }[] = [];
  /** Schema root → the namespaces into which it was taken. */
  private readonly namespacesByRoot = new Map<XmlElement, Set<string>>();
  /** Roots of inline schemas: no file, so no link leads to them. */
  private readonly inline = new Set<XmlElement>();
  private readonly links = new Links();

  constructor(library: Library, report: Report) {
    this.library = library;
    this.report = report;
  }

  *run(main: string | undefined): Asking<ResolvedImports> {
    if (main !== undefined) yield* this.runFrom(main);
    else yield* this.runAll();
    const { documents, redefinitions, definitions, missing } = this;
    const sources = this.links.sources(this.library.loaded(), definitions);
    return { documents, redefinitions, definitions, missing, files: [...this.files], sources };
  }

  private *runFrom(main: string): Asking<void> {
    const loaded = yield* this.library.load(main);
    if (!isRefusal(loaded)) this.takeRoot(loaded);
    else if (loaded.code !== 'CONTRACT_SYNTAX') {
      const { code, reason, suggestion } = loaded;
      this.report.keep(new SoapstoneError(code, `"${main}" cannot be read: ${reason}`, { suggestion }));
    }
    yield* this.drain();
  }

  private *runAll(): Asking<void> {
    const all = yield* this.library.all();
    for (const loaded of all) if (loaded.root.name.local !== 'schema') this.takeRoot(loaded);
    yield* this.follow();
    for (const loaded of all) if (!this.namespacesByRoot.has(loaded.root)) this.takeRoot(loaded);
    yield* this.drain();
  }

  private takeRoot({ root, file }: Loaded): void {
    this.links.start(root);
    if (isSchema(root)) this.addSchema(root, file, 0);
    else if (isDefinitions(root)) this.addDefinitions(root, file, 0);
    else this.refuse(root);
  }

  /** What refers to its namespace is told why. */
  private refuse(root: XmlElement): void {
    const problem = notOurs(root);
    this.report.keep(problem);
    this.missing.push({ ns: attr(root, 'targetNamespace') ?? '', problem });
  }

  /** Follows everything that has a location. */
  private *follow(): Asking<void> {
    const { pending } = this;
    for (; this.followed < pending.length; this.followed++) {
      yield;
      const reference = pending[this.followed];
      this.links.from(reference.element);
      if (builtInNamespaces.has(reference.ns) && reference.kind === 'import') continue;
      if (reference.depth > contractLimits.depth) {
        throw new SoapstoneError('CONTRACT_READ', `imports are nested ${reference.depth} deep`, {
          place: reference.element.place,
        });
      }
      const refusal = reference.location === undefined ? undefined : yield* this.load(reference, reference.location);
      if (refusal !== true) this.unresolved.push({ reference, refusal });
    }
  }

  /** Loads the location; returns the reason if it does not fit. */
  private *load(reference: DocumentReference, location: string): Asking<true | Refusal> {
    const loaded = yield* this.library.load(resolveLocation(reference.from, location));
    if (isRefusal(loaded)) return loaded;
    if (this.take(loaded, reference)) return true;
    this.addMisnamed(loaded.root, reference);
    return { code: 'CONTRACT_READ', reason: `it has ${describeRoot(loaded.root)}` };
  }

  /** Part 1 §4.2.3: an import must name the namespace of its file. What refers to that of the file is told. */
  private addMisnamed(root: XmlElement, { kind, ns, location, element }: DocumentReference): void {
    const target = attr(root, 'targetNamespace') ?? '';
    if (kind !== 'import' || !isSchema(root) || target === '') return;
    const message = `the import of "${location}" names ${ns === '' ? 'no namespace' : `the namespace "${ns}"`}, and the file has "${target}"`;
    const suggestion = `write namespace="${target}"`;
    this.missing.push({
      ns: target,
      problem: new SoapstoneError('CONTRACT_REFERENCE', message, { place: element.place, suggestion }),
    });
  }

  /** Follows all locations, then resolves the remaining references by namespace. */
  private *drain(): Asking<void> {
    yield* this.follow();
    while (this.unresolved.length > 0) {
      for (const { reference, refusal } of this.unresolved.splice(0)) {
        yield;
        if (this.isMet(reference) || (yield* this.resolveByNamespace(reference))) this.addReplaced(reference, refusal);
        else this.addMissing(reference, refusal);
      }
      yield* this.follow();
    }
  }

  /** Nobody ships the schemas of standards: ours stand in. */
  private addMissing(reference: DocumentReference, refusal: Refusal | undefined): void {
    const { kind, ns } = reference;
    const isReplaced = kind === 'import' && wellKnown.has(ns);
    this.missing.push({ ns, problem: importProblem(reference, refusal), isReplaced });
  }

  /** The file of a location could not be read, and files of other names have its namespace. */
  private addReplaced(reference: DocumentReference, refusal: Refusal | undefined): void {
    const { kind, ns, location } = reference;
    if (refusal === undefined || location === undefined) return;
    const roots = this.byNamespace[kind === 'wsdl' ? 'wsdl' : 'schema'].get(ns) ?? [];
    const files = roots.map(({ place }) => place.file);
    if (files.some((file) => baseName(file) === baseName(location))) return;
    this.missing.push({ ns, problem: importProblem(reference, refusal, files), isReplaced: true });
  }

  private isMet({ kind, ns, element }: DocumentReference): boolean {
    if (kind === 'include' || kind === 'redefine') return false;
    const roots = this.byNamespace[kind === 'wsdl' ? 'wsdl' : 'schema'].get(ns);
    for (const root of roots ?? []) this.links.add(element, root);
    return roots !== undefined;
  }

  private addToNamespace(kind: 'wsdl' | 'schema', ns: string, root: XmlElement | undefined): void {
    const roots = this.byNamespace[kind].get(ns);
    if (roots === undefined) this.byNamespace[kind].set(ns, root ? [root] : []);
    else if (root) roots.push(root);
  }

  /** Of the given files, those with the same name come first. An include accepts only a file of that name. */
  private *resolveByNamespace(reference: DocumentReference): Asking<boolean> {
    const all = yield* this.library.mentioning(reference.ns);
    const matches =
      reference.location === undefined
        ? []
        : all.filter((loaded) => baseName(loaded.file) === baseName(reference.location!));
    if (matches.some((loaded) => this.take(loaded, reference))) return true;
    if (reference.kind === 'include' || reference.kind === 'redefine') return false;
    return all.map((loaded) => this.take(loaded, reference)).some((isMatch) => isMatch);
  }

  private take(loaded: Loaded, reference: DocumentReference): boolean {
    const isMatch = this.tryTake(loaded, reference);
    if (isMatch) this.links.add(reference.element, loaded.root);
    return isMatch;
  }

  private tryTake({ root, file }: Loaded, reference: DocumentReference): boolean {
    const { kind, ns, depth } = reference;
    if (isDefinitions(root))
      return kind === 'wsdl' ? this.takeDefinitions(root, file, reference) : this.takeInline(root, file, reference);
    if (!isSchema(root)) return false;
    const targetNamespace = attr(root, 'targetNamespace') ?? '';
    if (kind === 'include' || kind === 'redefine') {
      if (targetNamespace === ns || targetNamespace === '') this.addSchema(root, file, depth, ns);
      return targetNamespace === ns || targetNamespace === '';
    }
    if (targetNamespace === ns) this.addSchema(root, file, depth);
    return targetNamespace === ns;
  }

  private takeDefinitions(root: XmlElement, file: string, reference: DocumentReference): boolean {
    if ((attr(root, 'targetNamespace') ?? '') !== reference.ns) return false;
    this.addDefinitions(root, file, reference.depth);
    return true;
  }

  /** Some schemas import the WSDL in which the wanted schema is written. */
  private takeInline(root: XmlElement, file: string, { ns, depth }: DocumentReference): boolean {
    let taken = this.inlineTaken.get(root);
    if (!taken) this.inlineTaken.set(root, (taken = new Map()));
    const before = taken.get(ns);
    if (before !== undefined) return before;
    const inline = inlineSchemas(root).filter((schema) => (attr(schema, 'targetNamespace') ?? '') === ns);
    for (const schema of inline) this.addInline(schema, file, depth);
    taken.set(ns, inline.length > 0);
    return inline.length > 0;
  }

  private addDefinitions(root: XmlElement, file: string, depth: number): void {
    if (this.definitions.includes(root)) return;
    this.definitions.push(root);
    const ns = attr(root, 'targetNamespace');
    if (ns !== undefined) this.addToNamespace('wsdl', ns, root);
    this.files.add(file);
    for (const e of typesOf(root)) {
      if (isSchema(e)) this.addInline(e, file, depth);
      else if (e.name.local === 'schema') this.refuse(e);
    }
    for (const e of elements(root)) {
      if (e.name.local !== 'import' || e.name.ns !== WSDL_NS) continue;
      this.addReference('wsdl', e, attr(e, 'namespace') ?? '', attr(e, 'location'), file, depth + 1);
    }
  }

  private addInline(root: XmlElement, file: string, depth: number): void {
    this.inline.add(root);
    this.addSchema(root, file, depth);
  }

  private addSchema(root: XmlElement, file: string, depth: number, into?: string): void {
    const document = schemaDocument(root, into);
    const namespaces = this.namespacesByRoot.get(root) ?? new Set();
    if (namespaces.has(document.ns)) return;
    this.namespacesByRoot.set(root, namespaces.add(document.ns));
    this.documents.push(document);
    this.addToNamespace('schema', document.ns, document.chameleon || this.inline.has(root) ? undefined : root);
    this.files.add(file);
    for (const e of elements(root)) this.readReference(e, document, file, depth + 1);
  }

  private readReference(e: XmlElement, document: SchemaDocument, file: string, depth: number): void {
    if (e.name.ns !== XSD_NS) return;
    const kind = e.name.local;
    const location = attr(e, 'schemaLocation');
    if (kind === 'import') this.addReference(kind, e, attr(e, 'namespace') ?? '', location, file, depth);
    if (kind === 'include' || kind === 'redefine') this.addReference(kind, e, document.ns, location, file, depth);
    if (kind === 'redefine') this.redefinitions.push({ node: e, document });
  }

  private addReference(
    kind: DocumentReference['kind'],
    e: XmlElement,
    ns: string,
    location: string | undefined,
    from: string,
    depth: number,
  ): void {
    this.pending.push({ kind, ns, location, from, element: e, depth });
  }
}
