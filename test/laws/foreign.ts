// Content that wildcards let in: known global components, and elements and attributes that no schema knows.
import type { ElementDecl, Schemas, Wildcard } from '../../src/contract/model/model.ts';
import { clark, type QName } from '../../src/xml/reader/names.ts';
import type { Source } from './source.ts';
import type { AttributeNode, ElementNode, Leaf } from './tree.ts';
import { type Pool, value } from './values.ts';

const LOCALS = ['other', 'Extra', 'x-y', 'deep'];
const TEXTS = ['plain', ' spaced  out ', 'a<b & c>"d"', 'é漢😀', '12.50', 'two\nlines', ']]>'];

export class Foreign {
  private readonly schemas: Schemas;
  private readonly source: Source;
  private readonly grow: (e: ElementDecl, depth: number) => ElementNode;

  constructor(schemas: Schemas, source: Source, grow: (e: ElementDecl, depth: number) => ElementNode) {
    this.schemas = schemas;
    this.source = source;
    this.grow = grow;
  }

  text(): string {
    return this.source.pick(TEXTS);
  }

  /**
   * Adds one element that the wildcard allows; nothing where there is none. None that the content model `declared` itself: a global element of
   * that name may have another type, and only positions would tell which of the two it is.
   */
  element(wildcard: Wildcard, depth: number, out: ElementNode[], declared: ReadonlySet<string>): void {
    const known = [...this.schemas.elements.values()].filter(
      (e) => !e.abstract && allows(wildcard, e.name.ns) && !declared.has(clark(e.name)),
    );
    const take = known.length > 0 && (wildcard.process === 'strict' || this.source.chance(40));
    if (take && wildcard.process === 'skip') out.push(this.stranger(this.source.pick(known).name, depth - 1));
    else if (take) {
      out.push(this.grow(this.source.pick(known), depth - 1));
    } else if (wildcard.process !== 'strict') {
      const name = this.unknown(wildcard);
      if (name) out.push(this.stranger(name, depth - 1));
    }
  }

  private unknown(wildcard: Wildcard): QName | undefined {
    const spaces = this.spaces(wildcard);
    if (spaces.length === 0) return undefined;
    const name = { ns: this.source.pick(spaces), local: this.source.pick(LOCALS) };
    return this.schemas.elements.has(clark(name)) ? undefined : name;
  }

  private spaces(wildcard: Wildcard): readonly string[] {
    return ['urn:unknown:1', '', 'urn:unknown:2', ...this.schemas.namespaces].filter((ns) => allows(wildcard, ns));
  }

  private stranger(name: QName, depth: number): ElementNode {
    const children: (ElementNode | Leaf)[] = [];
    if (depth <= 0 || this.source.chance(50)) children.push({ value: [this.text()], space: 'preserve' });
    else {
      for (let n = this.source.count(0, 3); n > 0; n--) {
        if (this.source.chance(25)) children.push({ value: [this.text()], space: 'preserve' });
        children.push(this.stranger(this.strangerName(name), depth - 1));
      }
    }
    return { name, attributes: this.strangerAttributes(), children, spaced: false, foreign: true };
  }

  private strangerName(parent: QName): QName {
    const ns = this.source.pick([parent.ns, 'urn:unknown:1', '']);
    const local = this.source.pick(LOCALS);
    return this.schemas.elements.has(clark({ ns, local })) ? { ns, local: 'stranger' } : { ns, local };
  }

  private strangerAttributes(): AttributeNode[] {
    const names = [
      { ns: '', local: 'a' },
      { ns: 'urn:unknown:1', local: 'b' },
    ].filter(() => this.source.chance(25));
    return names.map((name) => ({ name, value: [this.text().replace(/\n/g, ' ')], space: 'preserve' }));
  }

  /** Attributes that an attribute wildcard allows, beside those that are declared. */
  attributes(wildcard: Wildcard, taken: ReadonlySet<string>, pool: Pool): AttributeNode[] {
    const out: AttributeNode[] = [];
    for (const use of this.schemas.attributes.values()) {
      if (out.length > 0 || !allows(wildcard, use.name.ns) || taken.has(`{${use.name.ns}}${use.name.local}`)) continue;
      const v = this.source.chance(30) && use.type.builtin !== 'ID' ? value(use.type, this.source, pool) : undefined;
      if (v)
        out.push({
          name: use.name,
          value: use.fixed === undefined ? v : [use.fixed],
          space: use.type.facets.whiteSpace,
        });
    }
    if (wildcard.process === 'strict') return out;
    const spaces = this.spaces(wildcard).filter((ns) => !this.schemas.attributes.has(clark({ ns, local: 'more' })));
    if (spaces.length > 0 && !taken.has('{}more'))
      out.push({ name: { ns: this.source.pick(spaces), local: 'more' }, value: ['some "text"'], space: 'preserve' });
    return out;
  }
}

export function allows(wildcard: Wildcard, ns: string): boolean {
  const n = wildcard.namespaces;
  if (n.kind === 'any') return true;
  return n.kind === 'not' ? ns !== n.ns && ns !== '' : n.set.includes(ns);
}
