// T-SEC-10: names from outside that mean something to JavaScript are names and nothing else. Prototypes are looked at after every message.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { parseYaml } from '../../src/mapping/syntax/yaml.ts';
import { temp } from '../server/temp.ts';
import { rest, restCaller, soap, soapCaller } from './both-stages.ts';
import { addNote, envelope, getNoteReply, NOTES } from './documents.ts';
import { getRest, postJson, postXml, request, say, sayJson, sayXml } from './stage.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
  'then',
  'toJSON',
  'length',
  'isPrototypeOf',
];

const added = sayXml(envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`));
const addedJson = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);

describe.each(NAMES)('%s', (name) => {
  /** Requests of a REST caller, with the statuses that are right. */
  const requests: [string, Buffer, number[]][] = [
    ['as a member', postJson(`{"title":"a","${name}":{"title":"b"}}`), [422]],
    ['as a member further in', postJson(`{"title":"a","below":{"${name}":{"polluted":true}}}`), [422]],
    [
      'as a member that is spelled with escapes',
      postJson(`{"title":"a","\\u${'0000'.slice(0, 2)}${name.charCodeAt(0).toString(16)}${name.slice(1)}":1}`),
      [422],
    ],
    ['as a value', postJson(JSON.stringify({ title: name, tag: [name] })), [201]],
    ['as the name of a header field', request('GET /v1/notes/7', [`${name}: x`]), [200, 502]],
    ['as a header value', postJson('{"title":"a"}', [`X-Tenant: ${name}`]), [201]],
    ['as a parameter', request(`GET /v1/notes/7?${name}=x`), [400]],
    ['as a parameter with brackets', request(`GET /v1/notes/7?lang%5B${name}%5D=x`), [400]],
    ['as a value of a parameter', request(`GET /v1/notes/7?lang=${name}`), [200, 502]],
    ['as a segment', request(`GET /v1/notes/${name}`), [200, 502]],
    ['as a path', request(`GET /${name}`), [404]],
    ['as a cookie', request('GET /v1/notes/7', [`Cookie: ${name}=x`]), [200, 502]],
    ['as a key of idempotency', postJson('{"title":"a"}', ['X-Tenant: t', `Idempotency-Key: ${name}`]), [201]],
    ['as a media type', request('GET /v1/notes/7', [`Accept: ${name}/*`]), [406]],
    ['as a method', request(`${name.replaceAll('_', '')} /v1/notes/7`), [400]],
  ];

  it.each(requests)('in a request, %s', async (_where, bytes, statuses) => {
    rest.peer.script = added;
    expect(statuses).toContain((await restCaller.ask(bytes))?.status);
    await restCaller.good();
  });

  const places: [string, Parameters<typeof addNote>[0]][] = [
    ['an element', { members: `<n:${name}>x</n:${name}>` }],
    ['an element of another namespace', { members: `<o:${name} xmlns:o="urn:o"><o:polluted/></o:${name}>` }],
    ['an attribute', { attributes: `${name}="x"` }],
    ['an attribute of another namespace', { attributes: `xmlns:o="urn:o" o:${name}="x"` }],
    ['a prefix', { members: `<${name}:a xmlns:${name}="urn:o"/>` }],
    ['a namespace', { members: `<o:a xmlns:o="${name}"/>` }],
    ['a text', { title: name }],
  ];

  it.each(places)('in XML as %s, from a caller and from the peer', async (_where, place) => {
    soap.peer.script = addedJson;
    expect([200, 500]).toContain((await soapCaller.ask(postXml(addNote(place))))?.status);
    await soapCaller.good();
    rest.peer.script = sayXml(getNoteReply(place));
    expect([200, 502]).toContain((await restCaller.ask(getRest))?.status);
    await restCaller.good();
  });

  it('in a response of the peer: a field, a member, a code', async () => {
    const getNote = postXml(envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`));
    for (const body of [`{"title":"a","${name}":{"a":1}}`, `{"${name}":1}`, `{"title":"${name}"}`]) {
      soap.peer.script = sayJson(body, 200, [`${name}: x`, `${name}: y`]);
      expect([200, 500]).toContain((await soapCaller.ask(getNote))?.status);
      await soapCaller.good();
      soap.peer.script = sayJson(`{"code":"${name}","${name}":"x","errors":[{"${name}":1}]}`, 422, [`${name}: x`]);
      expect((await soapCaller.ask(getNote))?.status).toBe(500);
      await soapCaller.good();
    }
    rest.peer.script = say(
      `HTTP/1.1 200 OK\r\n${name}: x\r\n${name}: y\r\nContent-Type: text/xml\r\nContent-Length: 0\r\n\r\n`,
    );
    expect((await restCaller.ask(getRest))?.status).toBe(502);
    await restCaller.good();
  });

  it('in the table and in the contract', async () => {
    const root = parseYaml(`${name}: { ${name}: 1 }`, 'mapping.yaml');
    expect(root.kind === 'map' && root.entries.map(({ key }) => key)).toEqual([name]);
    const types = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${name}">
      <xsd:complexType name="${name}"><xsd:sequence><xsd:element name="${name}" type="xsd:string"/></xsd:sequence><xsd:attribute name="${name}"/></xsd:complexType>
    </xsd:schema>`;
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${name}"><types>${types}</types></definitions>`;
    await expect(loadContract(join(temp({ 'a.wsdl': wsdl }), 'a.wsdl'))).rejects.toThrow(/CONTRACT_/);
    await restCaller.good();
  });
});
