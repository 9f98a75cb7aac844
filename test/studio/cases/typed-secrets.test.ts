// Secrets in a typed exchange do not reach the file of cases.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { recordTexts } from '../../../src/studio/cases/record-case.ts';
import { temp } from '../../server/temp.ts';

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="Login"><xs:complexType><xs:sequence><xs:element name="apiKey" type="xs:string"/>
    <xs:element name="user" type="xs:string"/><xs:element name="password" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="LoginResponse"><xs:complexType><xs:sequence><xs:element name="sessionToken" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="i"><part name="p" element="t:Login"/></message><message name="o"><part name="p" element="t:LoginResponse"/></message>
<portType name="pt"><operation name="Login"><input message="t:i"/><output message="t:o"/></operation></portType>
<binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Login"><soap:operation soapAction="s"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://127.0.0.1:1/x"/></port></service></definitions>`;

test('names of the query, members and elements that are secret are masked, and a note says so', async () => {
  const folder = temp({
    'login.wsdl': wsdl,
    'mapping.yaml':
      'soapstone: 2\ncontract: login.wsdl\nnamespaces: { t: "urn:t" }\nrules:\n  - POST /logins?apiKey: Login\n',
  });
  const mapping = await loadMapping(folder);
  const { file, note } = await recordTexts(
    mapping,
    { folder, file: 'login.yaml', name: 'a login' },
    {
      request: {
        side: 'rest',
        text: 'POST /logins?apiKey=k3yk3y\ncontent-type: application/json\n\n{"user":"anna","password":"hunter22"}',
      },
      response: {
        side: 'soap',
        text: '<LoginResponse xmlns="urn:t"><sessionToken>t0kt0k</sessionToken></LoginResponse>',
      },
    },
  );
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('anna');
  expect(text).toContain('***');
  for (const secret of ['k3yk3y', 'hunter22', 't0kt0k']) expect(text).not.toContain(secret);
  expect(note).toBe('secrets stand as *** in it');
  expect(file).toBe(join(folder, 'cases', 'login.yaml'));
});
