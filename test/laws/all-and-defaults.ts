// Random schemas of xs:all groups, and of default and fixed values of elements and attributes. Every value has one spelling.
import { XSD_NS } from '../../src/xml/reader/names.ts';
import type { Source } from './source.ts';

interface Kind {
  readonly type: string;
  /** Of the type, as a schema writes them. */
  readonly values: readonly string[];
}

const named = (type: string, ...values: readonly string[]): Kind => ({ type: `type="t:${type}"`, values });
const KINDS = [
  named('Number', '0', '-3', '1234567'),
  named('Flag', 'true', 'false'),
  named('Word', 'one', 'two'),
  named('Words', 'one', 'two one'),
  named('Text', 'a', 'a b', '&lt;&amp;&quot;'),
  named('Moment', '2024-02-29T00:00:00.5+02:00', '2026-02-28T23:59:59Z'),
];
const restriction = (name: string, base: string, facets: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;
const enumeration = (values: readonly string[]) => values.map((v) => `<xs:enumeration value="${v}"/>`).join('');
const SIMPLE_TYPES = [
  restriction('Number', 'int', '<xs:pattern value="0|-?[1-9][0-9]{0,6}"/>'),
  restriction('Flag', 'boolean', '<xs:pattern value="true|false"/>'),
  restriction('Word', 'NMTOKEN', enumeration(['one', 'two', 'three'])),
  '<xs:simpleType name="Words"><xs:list itemType="t:Word"/></xs:simpleType>',
  restriction('Text', 'string', '<xs:pattern value="[a-c &lt;&amp;&quot;]{0,5}"/>'),
  restriction('Moment', 'dateTime', enumeration(KINDS[5].values)),
].join('\n');

/** Root element `root`. The same bytes give the same schema. */
export function allAndDefaults(ns: string, source: Source): string {
  return new SchemaText(source).text(ns);
}

class SchemaText {
  private readonly source: Source;
  private names = 0;
  /** Complex types so far, with the values of those of simple content. */
  private readonly types: Kind[] = [];
  /** That no group names yet. */
  private readonly heads: string[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  text(ns: string): string {
    const { source } = this;
    const declarations = [SIMPLE_TYPES, this.substitutes()];
    for (let i = 2 + source.below(4); i > 0; i--) declarations.push(this.complexType());
    const members = this.types.map((type) => this.element(type, ' minOccurs="0" maxOccurs="2"'));
    // lxml asks libxml2 for defaults, of elements too, where an attribute has one.
    const one = `<xs:attribute name="${this.name('a')}" type="t:Word" default="one"/>`;
    const root = `<xs:sequence>${members.join('')}</xs:sequence>${one}${this.attributes()}`;
    declarations.push(`<xs:element name="root"><xs:complexType>${root}</xs:complexType></xs:element>`);
    const form = source.chance(60) ? 'qualified' : 'unqualified';
    return `<xs:schema xmlns:xs="${XSD_NS}" xmlns:t="${ns}" targetNamespace="${ns}" elementFormDefault="${form}">\n${declarations.join('\n')}\n</xs:schema>`;
  }

  private name(kind: string): string {
    return `${kind}${this.names++}`;
  }

  /** A head, which one group may name, and a member. */
  private substitutes(): string {
    const head = this.name('h');
    this.heads.push(head);
    const member = this.element(KINDS[4], ` substitutionGroup="t:${head}"`);
    return `<xs:element name="${head}" type="t:Text"${this.constant(KINDS[4])}/>${member}`;
  }

  private complexType(): string {
    const { source } = this;
    const name = this.name('T');
    const { values, content } = source.chance(20) ? this.simpleContent() : { values: [], content: this.all() };
    this.types.push(named(name, ...values));
    return `<xs:complexType name="${name}">${content}</xs:complexType>`;
  }

  private simpleContent(): { values: readonly string[]; content: string } {
    const { type, values } = this.source.pick(KINDS);
    const extension = `<xs:extension ${type.replace('type', 'base')}>${this.attributes()}</xs:extension>`;
    return { values, content: `<xs:simpleContent>${extension}</xs:simpleContent>` };
  }

  private all(): string {
    const { source } = this;
    const optional = () => source.pick(['', ' minOccurs="0"']);
    const kind = () => source.pick(source.chance(30) && this.types.length > 0 ? this.types : KINDS);
    const members = Array.from({ length: 1 + source.below(5) }, () => this.element(kind(), optional()));
    const head = source.chance(30) ? this.heads.pop() : undefined;
    if (head !== undefined) members.push(`<xs:element ref="t:${head}"${optional()}/>`);
    return `<xs:all${source.chance(20) ? ' minOccurs="0"' : ''}>${members.join('')}</xs:all>${this.attributes()}`;
  }

  private element(kind: Kind, more: string): string {
    const nillable = this.source.chance(15) ? ' nillable="true"' : '';
    return `<xs:element name="${this.name('e')}" ${kind.type}${more}${nillable}${this.constant(kind)}/>`;
  }

  private attributes(): string {
    const out: string[] = [];
    while (this.source.chance(50)) {
      const kind = this.source.pick(KINDS);
      const constant = this.constant(kind);
      // A default makes an attribute optional (Part 1 §3.2.2).
      const required = !constant.includes('default') && this.source.chance(20) ? ' use="required"' : '';
      out.push(`<xs:attribute name="${this.name('a')}" ${kind.type}${constant}${required}/>`);
    }
    return out.join('');
  }

  private constant({ values }: Kind): string {
    const { source } = this;
    if (values.length === 0 || !source.chance(60)) return '';
    return ` ${source.pick(['default', 'default', 'fixed'])}="${source.pick(values)}"`;
  }
}
