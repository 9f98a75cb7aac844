// What a body says wrongly, and how it is written: fields without a declaration, lists of several elements, null.
import { expect, test } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { json } from '../../../src/json/value.ts';

const { schemas } = loadContractFrom(
  new Map([
    [
      'records.xsd',
      Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:r" targetNamespace="urn:r" elementFormDefault="qualified">
  <xs:element name="record"><xs:complexType><xs:sequence>
    <xs:element name="type" type="xs:string"/>
    <xs:element name="Id" type="xs:string" nillable="true"/>
    <xs:any namespace="##targetNamespace" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="extended"><xs:complexType><xs:sequence>
    <xs:any namespace="##other" minOccurs="0" processContents="lax"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="find"><xs:complexType><xs:sequence>
    <xs:element name="ids"><xs:complexType><xs:choice maxOccurs="unbounded">
      <xs:element name="itemId" type="xs:string"/><xs:element name="folderId" type="xs:string"/>
    </xs:choice></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`),
    ],
  ]),
);
const codec = createCodec(schemas, dialect());

function problemOf(element: string, text: string): string {
  const program = codec.program(schemas.elements.get(`{urn:r}${element}`)!, { kind: 'hole', slot: 0 }, 1);
  try {
    program.encode([json(Buffer.from(text))], new ByteBuffer());
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    return `${error.message}; ${error.suggestion}`;
  }
  return 'none';
}

test.each([
  [
    'record',
    '{"type":"Account","Id":null,"Name":"x"}',
    '"Name" is not a member of the object; elements that the contract does not declare stand in the list "$any": [ { "$name": "{urn:r}Name", "$value": … } ]',
  ],
  ['record', '{"type":"Account","Id":null,"Type":"x"}', '"Type" is not a member of the object; did you mean "type"?'],
  ['record', '{"type":"Account"}', 'member "Id" is missing; null says that it has no value'],
  ['record', '{"Id":null}', 'member "type" is missing; undefined'],
  ['record', '{"type":"Account","Id":null,"a b":"x"}', '"a b" is not a member of the object; undefined'],
  [
    'extended',
    '{"more":"x"}',
    '"more" is not a member of the object; elements that the contract does not declare stand in the list "$any": [ { "$name": "{namespace}more", "$value": … } ]',
  ],
  [
    'find',
    '{"ids":{"itemId":"7"}}',
    '"itemId" is not a member of the object; write it in the list "$items": [ { "itemId": … } ]',
  ],
  ['find', '{"ids":[{"itemId":"7"}]}', 'expected an object; write { "$items": [ … ] }'],
  ['find', '{"ids":{"$items":[{"itemId":"7"},{"folderId":"8"}]}}', 'none'],
  ['record', '{"type":"Account","Id":null,"$any":[{"$name":"{urn:r}Name","$value":"x"}]}', 'none'],
])('%s %s: %s', (element, text, problem) => {
  expect(problemOf(element, text)).toBe(problem);
});
