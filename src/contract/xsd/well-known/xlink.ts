// XML Linking Language 1.1 §4, §5: attributes alone. The groups are those of the published schema (§D.1), and of OGC's, which GML services use.
import { schema } from './schema.ts';

export const XLINK_NS = 'http://www.w3.org/1999/xlink';

/** What a link is (§5.2). */
const KINDS = ['simple', 'extended', 'locator', 'arc', 'resource', 'title'];

const SHOW = ['new', 'replace', 'embed', 'other', 'none'];
const ACTUATE = ['onLoad', 'onRequest', 'other', 'none'];

function values(name: string, options: readonly string[]): string {
  const enumeration = options.map((value) => `<xs:enumeration value="${value}"/>`).join('');
  return `<xs:simpleType name="${name}Type"><xs:restriction base="xs:token">${enumeration}</xs:restriction></xs:simpleType>
  <xs:attribute name="${name}" type="t:${name}Type"/>`;
}

function group(name: string, kind: string, attributes: string): string {
  const refs = attributes.split(' ').map((ref) => {
    const [local, required] = ref.split('!');
    return `<xs:attribute ref="t:${local}"${required === undefined ? '' : ' use="required"'}/>`;
  });
  return `<xs:attributeGroup name="${name}"><xs:attribute name="type" type="xs:string" fixed="${kind}" form="qualified"/>${refs.join('')}</xs:attributeGroup>`;
}

const GROUPS: readonly (readonly [kind: string, attributes: string])[] = [
  ['simple', 'href role arcrole title show actuate'],
  ['extended', 'role title'],
  ['locator', 'href! role title label'],
  ['arc', 'arcrole title show actuate from to'],
  ['resource', 'role title label'],
];

export const xlink = schema(
  XLINK_NS,
  `${values('type', KINDS)}${values('show', SHOW)}${values('actuate', ACTUATE)}
  <xs:attribute name="href" type="xs:anyURI"/><xs:attribute name="role" type="xs:string"/><xs:attribute name="arcrole" type="xs:string"/>
  <xs:attribute name="title" type="xs:string"/><xs:attribute name="label" type="xs:NCName"/>
  <xs:attribute name="from" type="xs:NCName"/><xs:attribute name="to" type="xs:NCName"/>
  ${GROUPS.flatMap(([kind, attributes]) => ['Attrs', 'Link'].map((end) => group(kind + end, kind, attributes))).join('')}`,
);
