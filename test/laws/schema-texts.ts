// Random schemas over what instances may have: choices, nil, wildcards, substitution groups, derived types, attributes, mixed content, lists and unions.
// Names are unique in a schema, so that each name always tells its particle; values have one spelling only.
import { XSD_NS } from '../../src/xml/reader/names.ts';
import type { Source } from './source.ts';

const restriction = (base: string, facets: string) =>
  `<xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;
const enumeration = (base: string, ...values: readonly string[]) =>
  restriction(base, values.map((v) => `<xs:enumeration value="${v}"/>`).join(''));

const INT = restriction('int', '<xs:pattern value="0|-?[1-9][0-9]{0,6}"/>');
const BOOLEAN = restriction('boolean', '<xs:pattern value="true|false"/>');
const WORD = enumeration('NMTOKEN', 'one', 'two', 'three');
const MOMENT = enumeration('dateTime', '2026-02-28T23:59:59Z', '2024-02-29T00:00:00.5+02:00', '2025-01-01T12:00:00');
/** Anonymous, so that nothing derives from them: the codec leaves out the xsi:type of a derived simple type. */
const SIMPLE = [
  restriction('string', ''),
  INT,
  BOOLEAN,
  WORD,
  MOMENT,
  restriction('string', '<xs:pattern value="[a-c &lt;&amp;]{0,5}"/>'),
  enumeration('decimal', '0', '-12.5', '12345678901234567890.123'),
  enumeration('hexBinary', '', '0AFF'),
  enumeration('base64Binary', '', 'AQID', '/+8='),
  `<xs:simpleType><xs:list>${INT}</xs:list></xs:simpleType>`,
  `<xs:simpleType><xs:list>${WORD}</xs:list></xs:simpleType>`,
  `<xs:simpleType><xs:union>${INT}${BOOLEAN}${WORD}</xs:union></xs:simpleType>`,
  `<xs:simpleType><xs:list>${`<xs:simpleType><xs:union>${INT}${WORD}</xs:union></xs:simpleType>`}</xs:list></xs:simpleType>`,
];

/** For simple content. */
const NAMED = [INT, `<xs:simpleType><xs:list>${WORD}</xs:list></xs:simpleType>`]
  .map((type, i) => type.replace('<xs:simpleType>', `<xs:simpleType name="${['Number', 'Words'][i]}">`))
  .join('\n');

const UNKNOWN = ['urn:unknown:1', 'urn:unknown:2'];
const OPTIONAL = ' minOccurs="0"';
const MANY = ' minOccurs="0" maxOccurs="unbounded"';
const ONCE = ['', '', OPTIONAL];
const TIMES = [...ONCE, MANY, ' maxOccurs="unbounded"', ' maxOccurs="2"', ' minOccurs="2" maxOccurs="3"'];
const GROUP_TIMES = ['', '', OPTIONAL, MANY, ' maxOccurs="unbounded"'];

/** Root element `root`. The same bytes give the same schema. */
export function schemaText(ns: string, source: Source): string {
  return new SchemaText(source).text(ns);
}

class SchemaText {
  private readonly source: Source;
  private names = 0;
  /** Namespaces that no wildcard of the type and its bases has yet. */
  private free: string[] = [];
  /** Names of the complex types so far; particles refer to those alone, and instances end. */
  private readonly types: string[] = [];
  private readonly heads: string[] = [];

  private readonly qualified: boolean;

  constructor(source: Source) {
    this.source = source;
    this.qualified = source.chance(60);
  }

  text(ns: string): string {
    const declarations = [NAMED];
    for (let i = 2 + this.source.below(3); i > 0; i--) declarations.push(this.family());
    for (let i = this.source.below(3); i > 0; i--) declarations.push(this.substitutes());
    declarations.push(this.root());
    const attributes = `targetNamespace="${ns}" elementFormDefault="${this.qualified ? 'qualified' : 'unqualified'}"`;
    return `<xs:schema xmlns:xs="${XSD_NS}" xmlns:t="${ns}" ${attributes}>\n${declarations.join('\n')}\n</xs:schema>`;
  }

  /** All types and the heads that no type names, in any order. */
  private root(): string {
    const elements = this.types.map(
      (type) => `<xs:element name="${this.name('e')}" type="t:${type}"${this.nillable()}/>`,
    );
    const refs = this.heads.map((head) => `<xs:element ref="t:${head}"/>`);
    const content = `<xs:choice maxOccurs="unbounded">${[...elements, ...refs].join('')}</xs:choice>`;
    return `<xs:element name="root"><xs:complexType>${content}${this.attributes()}</xs:complexType></xs:element>`;
  }

  private nillable(): string {
    return this.source.chance(30) ? ' nillable="true"' : '';
  }

  private name(kind: string): string {
    return `${kind}${this.names++}`;
  }

  /** A type and, perhaps, extensions of it. An abstract type has one at least. */
  private family(): string {
    this.free = [...this.source.pick([this.qualified ? [...UNKNOWN, '##local'] : UNKNOWN, ['##other']])];
    const simple = this.source.chance(15);
    const mixed = !simple && this.source.chance(20) ? ' mixed="true"' : '';
    const abstract = this.source.chance(20);
    const count = this.source.below(3) + (abstract ? 1 : 0);
    const base = this.name('T');
    const texts = [
      `<xs:complexType name="${base}"${mixed}${abstract ? ' abstract="true"' : ''}>${simple ? this.simpleContent() : this.content()}</xs:complexType>`,
    ];
    const family = [base];
    for (let i = 0; i < count; i++) {
      const [from, name] = [this.source.pick(family), this.name('T')];
      const content = simple ? this.attributes() : this.content();
      const kind = simple ? 'simpleContent' : 'complexContent';
      texts.push(
        `<xs:complexType name="${name}"${mixed}><xs:${kind}><xs:extension base="t:${from}">${content}</xs:extension></xs:${kind}></xs:complexType>`,
      );
      family.push(name);
    }
    this.types.push(base);
    return texts.join('\n');
  }

  private simpleContent(): string {
    const base = this.source.pick(['xs:string', 't:Number', 't:Words']);
    return `<xs:simpleContent><xs:extension base="${base}">${this.attributes()}</xs:extension></xs:simpleContent>`;
  }

  private content(): string {
    return this.group(this.source.pick(['sequence', 'sequence', 'choice']), 0, false) + this.attributes();
  }

  /** No numbers inside of a repetition: those would be ambiguous. */
  private group(kind: string, depth: number, repeated: boolean): string {
    const times = this.source.pick(repeated ? ONCE : GROUP_TIMES);
    const inside = repeated || times.includes('unbounded');
    const count = 1 + this.source.below(4);
    const particles = Array.from({ length: count }, () => this.particle(depth + 1, inside));
    return `<xs:${kind}${times}>${particles.join('')}</xs:${kind}>`;
  }

  private particle(depth: number, repeated: boolean): string {
    if (depth < 3 && this.source.chance(30))
      return this.group(this.source.pick(['sequence', 'choice']), depth, repeated);
    const times = this.source.pick(repeated ? ONCE : TIMES);
    const ns = this.source.chance(15) ? this.free.pop() : undefined;
    if (ns !== undefined)
      return `<xs:any namespace="${ns}" processContents="${this.source.pick(['lax', 'skip'])}"${times}/>`;
    const head = this.source.chance(25) ? this.heads.pop() : undefined;
    if (head !== undefined) return `<xs:element ref="t:${head}"${times}/>`;
    return this.element(times);
  }

  private element(times: string): string {
    const start = `<xs:element name="${this.name('e')}"${times}${this.nillable()}`;
    if (this.types.length > 0 && this.source.chance(40)) return `${start} type="t:${this.source.pick(this.types)}"/>`;
    return `${start}>${this.source.pick(SIMPLE)}</xs:element>`;
  }

  private attributes(): string {
    const out: string[] = [];
    while (this.source.chance(35)) {
      const use = this.source.pick(['', ' use="required"']);
      out.push(`<xs:attribute name="${this.name('a')}"${use}>${this.source.pick(SIMPLE)}</xs:attribute>`);
    }
    if (this.source.chance(10)) out.push('<xs:anyAttribute namespace="##other" processContents="lax"/>');
    return out.join('');
  }

  /** A head, which one particle may name, and what may stand in its place. */
  private substitutes(): string {
    const [head, type] = [this.name('h'), this.source.pick(this.types)];
    const abstract = this.source.chance(40) ? ' abstract="true"' : '';
    this.heads.push(head);
    const members = Array.from(
      { length: 1 + this.source.below(3) },
      () => `<xs:element name="${this.name('s')}" type="t:${type}" substitutionGroup="t:${head}"/>`,
    );
    return `<xs:element name="${head}" type="t:${type}"${abstract}/>\n${members.join('\n')}`;
  }
}
