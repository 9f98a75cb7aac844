// Which rule a message finds: body element, constants, actions that break ties, and actions that contradict.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESSING_NS } from '../../../../src/binding/soap/addressing.ts';
import { loadContractFrom } from '../../../../src/contract/load.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import { FrontScene, faultOf, types, type Version } from './front-scene.ts';

const NS = 'urn:desk';
const kinds = ['Ask', 'Answer', 'Other', 'Plain'];
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${NS}"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="${NS}">
<types><xs:schema targetNamespace="${NS}" elementFormDefault="qualified">
  ${kinds.map((kind) => `<xs:element name="${kind}"><xs:complexType><xs:sequence><xs:element name="kind" type="xs:string"/><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`).join('')}
</xs:schema></types>
${kinds.map((kind) => `<message name="${kind}"><part name="p" element="t:${kind}"/></message>`).join('')}
<message name="Add"><part name="a" type="xs:int"/><part name="b" type="xs:int"/></message>
<message name="Sum"><part name="sum" type="xs:int"/></message>
<portType name="Desk">
  ${['First', 'Second', 'Third', 'Fourth'].map((name) => `<operation name="${name}"><input message="t:Ask"/><output message="t:Answer"/></operation>`).join('')}
  <operation name="Other"><input message="t:Other"/><output message="t:Answer"/></operation>
  <operation name="Plain"><input message="t:Plain"/></operation>
</portType>
<portType name="Sums"><operation name="Add"><input message="t:Add"/><output message="t:Sum"/></operation></portType>
${binding('s', '')}${binding('s12', '12')}
<binding name="Sums" type="t:Sums"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Add"><s:operation soapAction="urn:add"/><input><s:body use="literal" namespace="urn:sums"/></input><output><s:body use="literal" namespace="urn:sums"/></output></operation></binding>
<service name="Desk">
  <port name="Desk" binding="t:Desks"><s:address location="http://desk.example/"/></port>
  <port name="Desk12" binding="t:Desks12"><s12:address location="http://desk.example/"/></port>
  <port name="Sums" binding="t:Sums"><s:address location="http://desk.example/"/></port>
</service></definitions>`;

function binding(s: string, suffix: string): string {
  const one = (name: string, action: string, answers = true) =>
    `<operation name="${name}"><${s}:operation soapAction="${action}"/><input><${s}:body use="literal"/></input>${answers ? `<output><${s}:body use="literal"/></output>` : ''}</operation>`;
  const operations = ['First', 'Second', 'Third', 'Fourth'].map((name) => one(name, `urn:${name}${suffix}`)).join('');
  return `<binding name="Desks${suffix}" type="t:Desk"><${s}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${operations}${one('Other', 'urn:Other')}${one('Plain', '', false)}</binding>`;
}

const rule = (id: string, operation: string, element: string, kind: string, more = '') => `
  - id: ${id}
    rest: { request: { line: POST /${id}, body: { kind: "{kind}", n: "{n}" } }, response: { status: 200, body: { kind: "{k}", n: "{m}" } } }
    soap: { operation: ${operation}, request: { ${element}: { kind: ${kind}, n: "{n}" } }, response: { Answer: { kind: "{k}", n: "{m}" } } }${more}`;

const table = `soapstone: 2
rules:${rule('first', 'First', 'Ask', '"{kind}"')}${rule('second.red', 'Second', 'Ask', 'red').replace(' kind: "{kind}",', '')}${rule('second.blue', 'Second', 'Ask', 'blue').replace(' kind: "{kind}",', '')}${rule('fourth', 'Fourth', 'Ask', '"{kind}"')}${rule('other', 'Other', 'Other', '"{kind}"')}${rule('hidden', 'Third', 'Ask', 'green', '\n    only: rest-to-soap').replace(' kind: "{kind}",', '')}
  - id: plain
    rest: { request: { line: POST /plain, body: { kind: "{kind}", n: "{n}" } }, response: { status: 204 } }
    soap: { request: { Plain: { kind: "{kind}", n: "{n}" } } }
  - id: add
    rest: { request: { line: POST /sums, body: { a: "{a}", b: "{b}" } }, response: { status: 200, body: { sum: "{sum}" } } }
    soap: { port: Sums, request: { Add: { a: "{a}", b: "{b}" } }, response: { AddResponse: { sum: "{sum}" } } }
`;

function open(rows: string, contract: string) {
  return compileMapping(
    rows,
    'mapping.yaml',
    loadContractFrom(new Map([['desk.wsdl', Buffer.from(contract)]]), 'desk.wsdl'),
  );
}

let scene: FrontScene;
beforeAll(async () => {
  scene = await FrontScene.open(open(table, wsdl), ({ rule: id, values }) => {
    if (id === 'add') return { sum: Number(values.a) + Number(values.b) };
    return id === 'plain' ? {} : { k: id, m: 1 };
  });
});
afterAll(() => scene.close());

const message = (element: string, kind: string) =>
  `<${element} xmlns="${NS}"><kind>${kind}</kind><n>1</n></${element}>`;
const wsa = (action: string, ns = 'http://www.w3.org/2005/08/addressing') =>
  `<a:Action xmlns:a="${ns}">${action}</a:Action>`;

/** The rule that took a message, or the reason of the fault. */
async function taken(version: Version, body: string, action?: string, header?: string): Promise<string> {
  const headers: Record<string, string> = {};
  if (action !== undefined && version === '1.1') headers.soapaction = action;
  if (action !== undefined && version === '1.2') headers['content-type'] = `${types['1.2']}; action="${action}"`;
  const { status, text } = await scene.ask(version, body, { headers, header });
  return status < 300 ? scene.seen.at(-1)!.rule : faultOf(text).reason;
}

describe('rules of one body element', () => {
  it.each([
    ['red', 'second.red'],
    ['blue', 'second.blue'],
    ['green', 'first'],
  ])('are told apart by their constants: %s', async (kind, id) => {
    for (const version of ['1.1', '1.2'] as const) expect(await taken(version, message('Ask', kind))).toBe(id);
  });

  it('say what is wrong where none fits', async () => {
    expect(await taken('1.1', message('Ask', 'green'), '"urn:Second"')).toMatch(
      /^no rule takes this message: "kind" is "green", expected "red" \(at Envelope\/Body\/Ask\/kind\)$/,
    );
    const bad = message('Ask', 'red').replace('<n>1</n>', '<n>x</n>');
    expect(await taken('1.2', bad)).toContain("'x' is not a value of xs:int (at Envelope/Body/Ask/n, line 1");
  });
});

describe('an action', () => {
  it.each([
    ['1.1', '"urn:First"', 'first'],
    ['1.1', 'urn:First', 'first'],
    ['1.1', '"urn:First12"', 'first'],
    ['1.1', '"urn:Second"', 'second.red'],
    ['1.2', 'urn:First', 'first'],
    ['1.2', 'urn:Second12', 'second.red'],
    ['1.1', '"urn:Fourth"', 'fourth'],
    ['1.2', 'urn:Fourth12', 'fourth'],
  ] as const)('SOAP %s: %s chooses among operations that share a body element', async (version, action, id) => {
    expect(await taken(version, message('Ask', 'red'), action)).toBe(id);
  });

  it.each(['', '""'])('that says nothing chooses nothing: %s', async (action) => {
    expect(await taken('1.1', message('Ask', 'red'), action)).toBe('second.red');
  });

  it.each([
    ['1.1', '"urn:Other"'],
    ['1.1', 'urn:nobody'],
    ['1.2', 'urn:add'],
    ['1.2', 'urn:Third'],
  ] as const)('SOAP %s: %s contradicts the body element', async (version, action) => {
    const before = scene.seen.length;
    const shown = action.replaceAll('"', '');
    expect(await taken(version, message('Ask', 'red'), action)).toBe(
      `the action "${shown}" is not that of the body element "Ask"`,
    );
    expect(scene.seen).toHaveLength(before);
  });

  it('tells rows of one request apart, and not those of one operation, of one action, or without one', () => {
    const actions = { fourth: 'soapAction="urn:Fourth"', first: 'soapAction="urn:First"' };
    const wrong: readonly [table: string, wsdl: string][] = [
      [table.replace('operation: Fourth', 'operation: First'), wsdl],
      [table, wsdl.replace(actions.fourth, actions.first)],
      [table, wsdl.replace(actions.fourth, 'soapAction=""')],
    ];
    for (const [rows, contract] of wrong)
      expect(() => open(rows, contract)).toThrow('this rule has the same SOAP request as "first"');
  });

  it('of an operation without one: any that is not another operation’s', async () => {
    expect(await taken('1.1', message('Plain', 'x'), '"urn:whatever"')).toBe('plain');
    expect(await taken('1.1', message('Plain', 'x'), '"urn:First"')).toContain(
      'is not that of the body element "Plain"',
    );
  });

  it('may be the one that the WSDL says for WS-Addressing', async () => {
    const spoken = '<input xmlns:m="http://www.w3.org/2007/05/addressing/metadata" m:Action="urn:spoken" ';
    const contract = wsdl.replace('<input message="t:Other"', `${spoken}message="t:Other"`);
    const said = await FrontScene.open(open(table, contract), () => ({ k: 'other', m: 1 }));
    const ask = async (element: string, action: string) =>
      (await said.ask('1.1', message(element, 'red'), { headers: { soapaction: '""' }, header: wsa(action) })).status;
    expect([await ask('Other', 'urn:spoken'), await ask('Other', 'urn:Other')]).toEqual([200, 200]);
    expect([await ask('Ask', 'urn:spoken'), await ask('Plain', 'urn:spoken')]).toEqual([500, 500]);
    await said.close();
  });

  it.each([undefined, 'http://schemas.xmlsoap.org/ws/2004/08/addressing'])(
    'may be that of WS-Addressing %s',
    async (ns) => {
      expect(await taken('1.1', message('Ask', 'red'), '""', wsa(' urn:First ', ns))).toBe('first');
      expect(await taken('1.2', message('Ask', 'red'), undefined, wsa('urn:Other', ns))).toContain(
        '"urn:Other" is not that',
      );
      expect(await taken('1.1', message('Ask', 'red'), '"urn:Second"', wsa('urn:First', ns))).toBe(
        'the actions "urn:Second" and "urn:First" differ',
      );
    },
  );
});

describe('wsa:Action', () => {
  const older = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
  it.each([
    ['that contradict each other', wsa('urn:First') + wsa('urn:Second')],
    ['that are the same', wsa('urn:First') + wsa('urn:First')],
    ['of which one is empty', wsa('') + wsa('urn:First')],
    ['of two versions that contradict each other', wsa('urn:First') + wsa('urn:Second', older)],
  ])('two %s are one too many', async (_, header) => {
    const before = scene.seen.length;
    for (const version of ['1.1', '1.2'] as const) {
      const fault = faultOf((await scene.ask(version, message('Ask', 'red'), { header })).text);
      const names = ['InvalidAddressingHeader', 'InvalidCardinality'];
      expect(fault.code).toBe(version === '1.1' ? `{${ADDRESSING_NS}}InvalidCardinality` : 'Sender');
      expect(fault.subcodes).toEqual(version === '1.1' ? [] : names.map((name) => `{${ADDRESSING_NS}}${name}`));
      expect(fault.detail).toBeUndefined();
    }
    expect(scene.seen).toHaveLength(before);
  });

  it.each(['To', 'ReplyTo', 'FaultTo', 'MessageID'])('twice wsa:%s is one too many', async (property) => {
    const one = `<a:${property} xmlns:a="${ADDRESSING_NS}">${ADDRESSING_NS}/anonymous</a:${property}>`;
    const header = one + one;
    expect(await taken('1.2', message('Ask', 'red'), undefined, one)).toBe('second.red');
    const { reason, subcodes } = faultOf((await scene.ask('1.2', message('Ask', 'red'), { header })).text);
    expect([reason, subcodes[1]]).toEqual([
      `the message has more than one wsa:${property}`,
      `{${ADDRESSING_NS}}InvalidCardinality`,
    ]);
  });

  it('of two versions may say the same', async () => {
    const header = wsa('urn:First') + wsa('urn:First', older);
    expect(await taken('1.1', message('Ask', 'red'), undefined, header)).toBe('first');
  });

  it('of another node does not count', async () => {
    const other = wsa('urn:Second').replace('<a:Action', '<a:Action e:actor="urn:other"');
    expect(await taken('1.1', message('Ask', 'red'), undefined, other + wsa('urn:First'))).toBe('first');
  });
});

describe('remote procedure calls', () => {
  const add = (inner: string) => `<d:Add xmlns:d="urn:sums">${inner}</d:Add>`;
  it('are found by the wrapper', async () => {
    for (const version of ['1.1', '1.2'] as const) {
      const { text } = await scene.ask(version, add('<a>2</a><b>3</b>'));
      expect(text).toMatch(/<(\w+):AddResponse><sum>5<\/sum><\/\1:AddResponse>/);
      expect(text).toContain('="urn:sums"');
    }
  });
  it('with arguments that cannot be read say so', async () => {
    for (const inner of ['<a>2</a>', '<a>2</a><b>x</b>', '<a>2</a><c>3</c>']) {
      const fault = faultOf((await scene.ask('1.2', add(inner))).text);
      expect([fault.code, ...fault.subcodes]).toEqual(['Sender', '{http://www.w3.org/2003/05/soap-rpc}BadArguments']);
    }
  });
});

describe('an operation without response', () => {
  it.each(['1.1', '1.2'] as const)('SOAP %s: is accepted', async (version) => {
    const { status, text, type } = await scene.ask(version, message('Plain', 'x'));
    expect([status, text, type]).toEqual([202, '', null]);
  });
  it('answers no envelope in SOAP 1.1 when it fails', async () => {
    const bad = message('Plain', 'x').replace('<n>1</n>', '');
    const { status, text } = await scene.ask('1.1', bad);
    expect([status, text]).toEqual([500, '']);
    expect(faultOf((await scene.ask('1.2', bad)).text).code).toBe('Sender');
  });
});
