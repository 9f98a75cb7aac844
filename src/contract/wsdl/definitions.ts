// The components of all WSDL documents by name, before they are linked.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import { clark, type QName, WSDL_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import { qualified, sameTree } from '../model/definition-tree.ts';
import type { Report } from '../source/report.ts';
import type { Registry } from '../xsd/registry.ts';

export type Kind = 'message' | 'portType' | 'binding' | 'service';

export interface WsdlComponent {
  readonly kind: Kind;
  readonly name: QName;
  readonly node: XmlElement;
}

export class Definitions {
  private readonly report: Report;
  private readonly registry: Registry;
  private readonly kinds: Readonly<Record<Kind, Map<string, WsdlComponent>>> = {
    message: new Map(),
    portType: new Map(),
    binding: new Map(),
    service: new Map(),
  };

  /** Components that another one of the same name contradicts. */
  private readonly conflicts = new Map<WsdlComponent, SoapstoneError>();

  /** `registry` knows which namespaces could not be loaded. */
  constructor(registry: Registry, report: Report) {
    this.registry = registry;
    this.report = report;
  }

  all(kind: Kind): Iterable<WsdlComponent> {
    return this.kinds[kind].values();
  }

  /** What the QName `text` in `e` refers to; reports and returns undefined when there is none. */
  refer(kind: Kind, text: string, e: XmlElement, target: string, report: Report): WsdlComponent | undefined {
    const name = qualified(text, e);
    if (!name) {
      report.add('CONTRACT_REFERENCE', `the prefix of "${text.trim()}" is not declared`, e.place);
      return undefined;
    }
    // Many hand-written documents leave out the prefix although the default namespace is WSDL's own.
    const bare = text.includes(':') ? undefined : { ns: target, local: name.local };
    const component = this.find(kind, name) ?? (bare && this.find(kind, bare)) ?? this.unknown(kind, name, e, report);
    const conflict = component && this.conflicts.get(component);
    if (conflict) report.keep(conflict);
    return conflict ? undefined : component;
  }

  private find(kind: Kind, name: QName): WsdlComponent | undefined {
    return this.kinds[kind].get(clark(name));
  }

  private unknown(kind: Kind, name: QName, e: XmlElement, report: Report): undefined {
    if (this.registry.reportMissing(name.ns, report, e.place)) return undefined;
    const definitions = this.kinds[kind];
    const likely = this.registry.suggestions.of(clark(name), () => [...definitions.keys()]);
    if (likely === undefined && this.registry.reportReplaced(name.ns, report, e.place)) return undefined;
    const hint =
      likely ??
      (definitions.size > 0 && definitions.size < 4 ? `there is ${[...definitions.keys()].join(', ')}` : undefined);
    report.add('CONTRACT_REFERENCE', `there is no ${kind} "${clark(name)}"`, e.place, hint);
    return undefined;
  }

  /** Adds the components of a WSDL document. */
  *addDocument(root: XmlElement): Steps<void> {
    const ns = attr(root, 'targetNamespace') ?? '';
    for (const node of elements(root)) {
      yield;
      const kind = node.name.local as Kind;
      const local = attr(node, 'name')?.trim();
      if (node.name.ns !== WSDL_NS || !Object.hasOwn(this.kinds, kind) || !local) continue;
      this.add({ kind, name: { ns, local }, node });
    }
  }

  private add(component: WsdlComponent): void {
    const { kind, name, node } = component;
    const key = clark(name);
    const existing = this.kinds[kind].get(key);
    if (!existing) this.kinds[kind].set(key, component);
    else if (!sameTree(existing.node, node)) {
      const { file, line, col } = existing.node.place;
      const message = `${kind} "${key}" is declared differently at ${file}:${line}:${col}`;
      const problem = new SoapstoneError('CONTRACT_INVALID', message, { place: node.place });
      this.conflicts.set(existing, problem);
      this.report.keep(problem);
    }
  }
}

/** Child elements of the WSDL namespace with this local name. */
export function wsdlChildren(e: XmlElement, local: string): XmlElement[] {
  return elements(e).filter((child) => child.name.local === local && child.name.ns === WSDL_NS);
}

export function wsdlChild(e: XmlElement, local: string): XmlElement | undefined {
  for (const child of e.children)
    if (typeof child !== 'string' && child.name.local === local && child.name.ns === WSDL_NS) return child;
  return undefined;
}
