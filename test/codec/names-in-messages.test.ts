// What is said about JSON has the names of JSON, what is said about XML those of XML, also where the mapping gives members other names.
import { describe, expect, it } from 'vitest';
import { json } from '../../src/json/value.ts';
import { type Presented, presented } from './presented.ts';

const schema = `
  <xs:complexType name="Draft"><xs:sequence>
    <xs:element name="incidentDate" type="xs:date"/>
    <xs:choice><xs:element name="policeReport" type="xs:string"/><xs:element name="selfReport" type="xs:string"/></xs:choice>
    <xs:element name="roomNumber" type="xs:int" minOccurs="2" maxOccurs="3"/>
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="firstKey" type="xs:string"/><xs:element name="firstValue" type="xs:string"/></xs:sequence>
    <xs:element name="moreText" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="boldPart" type="xs:string"/><xs:element name="lastPart" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:sequence><xs:attribute name="draftRef" type="xs:int" use="required"/></xs:complexType>
  <xs:element name="Put" type="t:Draft"/>`;

const tables = {
  rename: `types:
  t:Draft: { rename: { incidentDate: occurred_on, policeReport: police_report, selfReport: self_report, roomNumber: room_number, "@draftRef": draft_ref, moreText: more_text } }`,
  snake: `types:
  "*": { rename: { "*": snake } }
  t:Draft: { rename: { incidentDate: occurred_on, "@draftRef": draft_ref } }`,
};

function said({ codec, element }: Presented, value: unknown): string[] {
  const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  return program.problems([json(Buffer.from(JSON.stringify(value)))]).map((p) => `${p.path}: ${p.message}`);
}

function saidOfXml({ decode }: Presented, content: string): string {
  try {
    decode(`<Put xmlns="urn:t" draftRef="1">${content}</Put>`);
  } catch (e) {
    return (e as Error).message;
  }
  throw new Error('it fits');
}

describe.each(Object.entries(tables))('%s', (letters, types) => {
  const shape = presented(schema, types);
  const whole = { draft_ref: 1, occurred_on: '2026-02-03', police_report: 'x', room_number: [1, 2] };

  it('names members of JSON as JSON does', () => {
    expect(said(shape, whole)).toEqual([]);
    expect(said(shape, { police_report: 'x' })).toEqual([
      '$: member "draft_ref" is missing',
      '$: member "occurred_on" is missing',
      '$: member "room_number" is missing',
    ]);
    expect(said(shape, { draft_ref: 1, occurred_on: '2026-02-03' })).toEqual([
      '$: one of "police_report", "self_report" is required',
      '$: member "room_number" is missing',
    ]);
    expect(said(shape, { ...whole, police_report: undefined })).toEqual([
      '$: one of "police_report", "self_report" is required',
    ]);
    expect(said(shape, { ...whole, self_report: 'y' })).toEqual([
      '$.self_report: only one of "police_report" and "self_report" may stand here',
    ]);
    expect(said(shape, { ...whole, incidentDate: '2026-02-03' })).toEqual([
      '$.incidentDate: "incidentDate" is not a member of Draft',
    ]);
  });

  it('names members of groups and of mixed content', () => {
    const [key, bold, last] =
      letters === 'snake' ? ['first_key', 'bold_part', 'last_part'] : ['firstKey', 'boldPart', 'lastPart'];
    const [, value] = letters === 'snake' ? ['', 'first_value'] : ['', 'firstValue'];
    expect(said(shape, { ...whole, $items: [{ [key]: 'k' }] })).toEqual([`$.$items[0]: member "${value}" is missing`]);
    expect(said(shape, { ...whole, more_text: { $mixed: ['a', { [bold]: 'b' }] } })).toEqual([
      `$.more_text.$mixed: element "${last}" is missing`,
    ]);
    expect(said(shape, { ...whole, more_text: { $mixed: [{ [last]: 'b' }] } })).toEqual([
      `$.more_text.$mixed[0]: element "${last}" stands at the wrong place; expected ${bold}`,
    ]);
  });

  it('names elements of XML as the contract does', () => {
    expect(saidOfXml(shape, '')).toBe('element "incidentDate" is missing');
    const start = '<incidentDate>2026-02-03</incidentDate><selfReport/>';
    expect(saidOfXml(shape, `${start}<roomNumber>1</roomNumber>`)).toBe('"roomNumber" stands 1 times, 2 are required');
    expect(saidOfXml(shape, start)).toBe('element "roomNumber" is missing');
    expect(saidOfXml(shape, `${start}<incidentDate/>`)).toBe(
      'element "incidentDate" stands at the wrong place: after "selfReport"; expected roomNumber',
    );
    expect(saidOfXml(shape, `${start}<roomNumber>1</roomNumber><roomNumber>2</roomNumber><other/>`)).toBe(
      'element {urn:t}other is not part of the type; expected roomNumber, firstKey or firstValue, moreText',
    );
    expect(() => shape.decode('<Put xmlns="urn:t"/>')).toThrow('attribute "draftRef" is missing');
    const shared = 'values written once and referred to (multi-references of SOAP encoding) are read only in responses';
    expect(() => shape.decode('<Put xmlns="urn:t" draftRef="1" href="#ref1"/>')).toThrow(
      `attribute "href" is not part of the type; ${shared}`,
    );
  });
});
