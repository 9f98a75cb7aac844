// What readers of JUnit's XML have in common, as a schema: Jenkins, GitLab, GitHub actions and Azure pipelines read at least this.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temp } from '../server/temp.ts';

const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:attributeGroup name="counts">
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
  </xs:attributeGroup>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element ref="testsuite" maxOccurs="unbounded"/></xs:sequence>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
  <xs:element name="testsuite"><xs:complexType>
    <xs:sequence><xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
  <xs:element name="testcase"><xs:complexType>
    <xs:sequence><xs:element ref="failure" minOccurs="0"/></xs:sequence>
    <xs:attribute name="classname" type="xs:string" use="required"/>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="file" type="xs:string"/>
    <xs:attribute name="line" type="xs:positiveInteger"/>
  </xs:complexType></xs:element>
  <xs:element name="failure"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="message" type="xs:string" use="required"/>
    <xs:attribute name="type" type="xs:string" use="required"/>
  </xs:extension></xs:simpleContent></xs:complexType></xs:element>
</xs:schema>`;

/** What xmllint says of the report; '' for a valid one. */
export function xsdProblems(xml: string): string {
  const dir = temp({ 'junit.xsd': XSD });
  writeFileSync(join(dir, 'report.xml'), xml);
  const args = ['--noout', '--schema', 'junit.xsd', 'report.xml'];
  const { status, stderr } = spawnSync('xmllint', args, { cwd: dir, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}
