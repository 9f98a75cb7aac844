// All global components by name, before they are linked. Knows nothing about files or WSDL.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { Suggestions } from '../../errors/suggest.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import { clark, type QName, XSD_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import { sameTree } from '../model/definition-tree.ts';
import type { Report } from '../source/report.ts';
import { type Component, component, type Space } from './component.ts';
import { type SchemaDocument, sameForms } from './document.ts';
import { wellKnown } from './well-known.ts';

const SPACE_OF = new Map<string, Space>([
  ['simpleType', 'type'],
  ['complexType', 'type'],
  ['element', 'element'],
  ['attribute', 'attribute'],
  ['group', 'group'],
  ['attributeGroup', 'attributeGroup'],
]);
/** `notation` is ignored: messages do not depend on it. */
const NON_COMPONENTS = new Set(['annotation', 'include', 'import', 'redefine', 'notation']);

/** An imported namespace that was not found, and why. A problem only if a reference needs it. */
export interface Missing {
  readonly ns: string;
  readonly problem: SoapstoneError;
  /** Another file has the namespace, and stands in: a problem only if that lacks something. */
  readonly isReplaced?: boolean;
}

/** Problems that one missing namespace makes. A contract may import it thousands of times, and refer to it as often. */
const MAX_MISSING = 20;

export class Registry {
  readonly spaces: Readonly<Record<Space, Map<string, Component>>> = {
    type: new Map(),
    element: new Map(),
    attribute: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
  };
  private readonly missing = new Map<string, SoapstoneError[]>();
  /** Like `missing`, where another file stands in. */
  private readonly replaced = new Map<string, SoapstoneError[]>();
  /** Those of both that something refers to. */
  private readonly needed = new Set<readonly SoapstoneError[]>();
  /** Target namespaces of the documents, in order. */
  readonly namespaces = new Set<string>();
  readonly suggestions = new Suggestions();
  private readonly report: Report;
  private left: number;

  constructor(report: Report, maxComponents: number) {
    this.report = report;
    this.left = maxComponents;
  }

  find(space: Space, name: QName): Component | undefined {
    return this.spaces[space].get(clark(name));
  }

  addMissing({ ns, problem, isReplaced }: Missing): void {
    const problems = isReplaced ? this.replaced : this.missing;
    const existing = problems.get(ns);
    if (existing && existing.length < MAX_MISSING) existing.push(problem);
    else if (!existing) problems.set(ns, [problem]);
  }

  /** Reports why a namespace is missing, which what stands at `place` needs; false when it is not. */
  reportMissing(ns: string, report: Report, place: Place): boolean {
    return this.reportUnread(this.missing.get(ns), report, place);
  }

  /** The same for a file that another one stands in for: what is not found may be in it. */
  reportReplaced(ns: string, report: Report, place: Place): boolean {
    return this.reportUnread(this.replaced.get(ns), report, place);
  }

  private reportUnread(missing: readonly SoapstoneError[] | undefined, report: Report, place: Place): boolean {
    if (missing === undefined) return false;
    this.needed.add(missing);
    const isNew = report.isNew(missing);
    for (const problem of missing) {
      if (isNew) report.keep(problem);
      report.concern(place, problem);
    }
    return true;
  }

  /** Why imports could not be read that nothing refers to. Documents of other hosts often have a copy at another place, and standards are known. */
  unneededImports(): readonly SoapstoneError[] {
    const unneeded = (all: Iterable<SoapstoneError[]>) =>
      [...all].filter((problems) => !this.needed.has(problems)).flat();
    const files = [...this.replaced].flatMap(([ns, problems]) => (wellKnown.has(ns) ? [] : [problems]));
    const replaced = unneeded(files).filter(({ code }) => code === 'CONTRACT_READ');
    return [...unneeded(this.missing.values()), ...replaced];
  }

  /** Namespaces that imports name, of which no file could be read. */
  unreadNamespaces(): string[] {
    return [...this.missing.keys()].filter((ns) => !this.namespaces.has(ns));
  }

  *addDocument(document: SchemaDocument): Steps<void> {
    this.namespaces.add(document.ns);
    for (const node of elements(document.root)) {
      if (node.name.ns !== XSD_NS)
        this.report.add('CONTRACT_INVALID', `"${clark(node.name)}" has no place in a schema`, node.place);
      else if (!NON_COMPONENTS.has(node.name.local)) this.add(node, document);
      yield;
    }
  }

  private add(node: XmlElement, document: SchemaDocument): void {
    const [space, name] = this.identify(node, document) ?? [];
    if (!space || !name) return;
    const key = clark(name);
    const existing = this.spaces[space].get(key);
    if (existing === undefined) this.spaces[space].set(key, component(space, name, node, document));
    else if (!sameForms(existing.document, document) || !sameTree(existing.node, node))
      this.reportTwice(existing, node);
  }

  /** Replaces components by the ones inside xs:redefine. Call it after all documents, innermost redefinition first. */
  *redefine(redefinition: XmlElement, document: SchemaDocument): Steps<void> {
    for (const node of elements(redefinition)) {
      yield;
      if (node.name.ns !== XSD_NS || node.name.local === 'annotation') continue;
      const [space, name] = this.identify(node, document) ?? [];
      if (!space || !name) continue;
      const old = this.find(space, name);
      if (old) this.spaces[space].set(clark(name), component(space, name, node, document, old));
      else
        this.report.add(
          'CONTRACT_REFERENCE',
          `there is no ${node.name.local} "${clark(name)}" to redefine`,
          node.place,
        );
    }
  }

  private identify(node: XmlElement, document: SchemaDocument): [Space, QName] | undefined {
    const space = SPACE_OF.get(node.name.local);
    const local = attr(node, 'name')?.trim();
    if (space && local) {
      if (this.left-- === 0)
        this.report.add('CONTRACT_LIMIT', 'there are too many components in the schemas', node.place);
      return [space, { ns: document.ns, local }];
    }
    const message = space
      ? `a global ${node.name.local} needs a name`
      : `xs:${node.name.local} has no place at the top of a schema`;
    this.report.add(space ? 'CONTRACT_INVALID' : 'CONTRACT_UNSUPPORTED', message, node.place);
    return undefined;
  }

  private reportTwice(existing: Component, node: XmlElement): void {
    const at = existing.node.place;
    const message = `${node.name.local} "${clark(existing.name)}" is declared differently at ${at.file}:${at.line}:${at.col}`;
    const problem = new SoapstoneError('CONTRACT_INVALID', message, { place: node.place });
    this.report.keep(problem);
    this.report.concern(at, problem);
  }
}
