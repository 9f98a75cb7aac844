// The processing model: which header blocks are ours, which must be understood, which envelopes are envelopes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ECHO_NS, echo, echoMapping } from './echo-service.ts';
import { envelope, FrontScene, faultOf, nameOf, namespaces, type Version } from './front-scene.ts';

let scene: FrontScene;
beforeAll(async () => {
  scene = await FrontScene.open(echoMapping(), echo);
});
afterAll(() => scene.close());

const versions = ['1.1', '1.2'] as const;
const block = (attributes: string, name = 'echoOk', text = 'foo') =>
  `<t:${name} xmlns:t="${ECHO_NS}" ${attributes}>${text}</t:${name}>`;
const body = `<t:echoOk xmlns:t="${ECHO_NS}">bar</t:echoOk>`;
const unknown = (attributes: string) => block(attributes, 'Unknown');

const role: Record<Version, (uri: string) => string> = {
  '1.1': (uri) => `e:actor="${uri}"`,
  '1.2': (uri) => `e:role="${uri}"`,
};
const next: Record<Version, string> = {
  '1.1': role['1.1']('http://schemas.xmlsoap.org/soap/actor/next'),
  '1.2': role['1.2']('http://www.w3.org/2003/05/soap-envelope/role/next'),
};
const ultimate = role['1.2']('http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver');
const nobody = role['1.2']('http://www.w3.org/2003/05/soap-envelope/role/none');

describe('header blocks for us', () => {
  const cases = versions.flatMap((version) => [
    [version, 'without role', ''],
    [version, 'for the next node', next[version]],
    [version, 'with an empty role', role[version]('')],
    [version, 'that must be understood', 'e:mustUnderstand="1"'],
    [version, 'that must be understood, in words', 'e:mustUnderstand=" true "'],
    [version, 'that need not be understood', 'e:mustUnderstand="0"'],
  ]);
  it.each([...cases, ['1.2', 'for the ultimate receiver', ultimate]] as [Version, string, string][])(
    'SOAP %s: %s',
    async (version, _, attributes) => {
      const { status, text } = await scene.ask(version, body, { header: block(attributes) });
      expect(status, text).toBe(200);
      expect(text).toContain('Header><t:responseOk>foo</t:responseOk></');
      expect(text).toContain('Body><t:responseOk>bar</t:responseOk></');
    },
  );
});

describe('header blocks for others', () => {
  const cases = versions.flatMap((version) => [
    [version, role[version]('http://example.org/other')],
    [version, `${role[version]('http://example.org/other')} e:mustUnderstand="1"`],
    [version, `${role[version]('next')}`],
  ]);
  it.each([...cases, ['1.2', `${nobody} e:mustUnderstand="1"`]] as [Version, string][])(
    'SOAP %s: %s is not looked at',
    async (version, attributes) => {
      for (const header of [block(attributes), unknown(attributes), `${unknown(attributes)}${block(attributes)}`]) {
        const { status, text } = await scene.ask(version, body, { header });
        expect(status, text).toBe(200);
        expect(text).not.toContain('Header>');
      }
    },
  );

  it.each(versions)('SOAP %s: ours beside one of another node', async (version) => {
    const other = block(role[version]('urn:other'), 'echoOk', 'theirs<t:x/>&amp;');
    for (const header of [other + block(''), block('') + other]) {
      const { text } = await scene.ask(version, body, { header });
      expect(text).toContain('Header><t:responseOk>foo</t:responseOk></');
    }
  });
});

describe('mustUnderstand', () => {
  it.each(versions)('SOAP %s: unknown blocks that need not be understood are passed over', async (version) => {
    const header =
      unknown('') + unknown('e:mustUnderstand="false"') + block('', 'Other', '<t:deep e:mustUnderstand="1"/>');
    expect((await scene.ask(version, body, { header })).status).toBe(200);
  });

  it.each(versions)('SOAP %s: unknown blocks that must be are named', async (version) => {
    const before = scene.seen.length;
    const header = `${unknown('e:mustUnderstand="1"')}<o:Other xmlns:o="urn:o" e:mustUnderstand="1"/>${block('')}`;
    const { status, text } = await scene.ask(version, body, { header });
    const fault = faultOf(text);
    expect([status, fault.code, fault.version]).toEqual([500, 'MustUnderstand', version]);
    expect(fault.reason).toBe('mandatory header blocks are not understood: Unknown, Other');
    // SOAP 1.1 §4.4: detail says nothing about headers.
    expect(fault.detail).toBeUndefined();
    const named = fault.header.map((e) => [e.name.local, nameOf(e.attributes[0].value, text)]);
    const expected = [
      ['NotUnderstood', `{${ECHO_NS}}Unknown`],
      ['NotUnderstood', '{urn:o}Other'],
    ];
    expect(named).toEqual(version === '1.2' ? expected : []);
    expect(scene.seen).toHaveLength(before);
  });

  it.each(versions)('SOAP %s: comes before an unknown body', async (version) => {
    const { text } = await scene.ask(version, '<x xmlns="urn:x"/>', { header: unknown('e:mustUnderstand="1"') });
    expect(faultOf(text).code).toBe('MustUnderstand');
  });

  it.each(versions)('SOAP %s: of the other version does not count', async (version) => {
    const other = namespaces[version === '1.1' ? '1.2' : '1.1'];
    const header = `<t:Unknown xmlns:t="${ECHO_NS}" xmlns:o="${other}" o:mustUnderstand="true"/>`;
    expect((await scene.ask(version, body, { header })).status).toBe(200);
  });

  it.each(['wrong', '2', 'TRUE', '1 1'])('is a boolean, not "%s"', async (value) => {
    const { status, text } = await scene.ask('1.2', body, { header: block(`e:mustUnderstand="${value}"`) });
    const { code, reason } = faultOf(text);
    expect([status, code]).toEqual([400, 'Sender']);
    expect(reason).toMatch(
      /mustUnderstand of "echoOk" is .* not a boolean \(at Envelope\/Header\/echoOk, line 1, column \d+\)/,
    );
  });

  it.each([
    ['that says no boolean', block('e:mustUnderstand="2"')],
    ['that stands twice', block('') + block('')],
    ['that is in no namespace', '<x/>'],
    ['whose content does not fit', block('', 'echoOk', '<t:x/>')],
  ])('SOAP 1.1: a fault about a block %s has no detail', async (_, header) => {
    const { text } = await scene.ask('1.1', body, { header });
    expect(faultOf(text)).toMatchObject({ code: 'Client', detail: undefined });
    expect(faultOf(text).reason).toContain('at Envelope/Header/');
  });

  it('a block of another operation is not understood', async () => {
    const { text } = await scene.ask('1.2', `<t:returnVoid xmlns:t="${ECHO_NS}"/>`, {
      header: block('e:mustUnderstand="1"'),
    });
    expect(faultOf(text).code).toBe('MustUnderstand');
  });

  it('action and destination of WS-Addressing are', async () => {
    const header = ['Action', 'To']
      .map((name) => `<a:${name} xmlns:a="http://www.w3.org/2005/08/addressing" e:mustUnderstand="1">urn:x</a:${name}>`)
      .join('');
    expect((await scene.ask('1.2', body, { header })).status).toBe(200);
    const replyTo = '<a:ReplyTo xmlns:a="http://www.w3.org/2005/08/addressing" e:mustUnderstand="1"/>';
    expect(faultOf((await scene.ask('1.2', body, { header: replyTo })).text).code).toBe('MustUnderstand');
  });
});

describe('header blocks that cannot be', () => {
  it.each(versions)('SOAP %s: the same twice', async (version) => {
    const { text } = await scene.ask(version, body, { header: block('') + block('') });
    expect(faultOf(text).reason).toMatch(/^the header block "echoOk" stands twice \(at Envelope\/Header\/echoOk, line/);
  });
  it.each(versions)('SOAP %s: in no namespace', async (version) => {
    const { text } = await scene.ask(version, body, { header: '<plain/>' });
    expect(faultOf(text).reason).toContain('the header block "plain" is in no namespace');
  });
  it.each(versions)('SOAP %s: not of their type', async (version) => {
    const { text } = await scene.ask(version, body, { header: block('', 'echoOk', '<t:x/>') });
    expect(faultOf(text).reason).toContain('Envelope/Header/echoOk');
  });
  it.each(versions)('SOAP %s: too many', async (version) => {
    const { text } = await scene.ask(version, body, { header: unknown('').repeat(257) });
    expect(faultOf(text).reason).toContain('more than 256 header blocks');
  });
});

describe('encodingStyle', () => {
  const soapEncoding = 'http://www.w3.org/2003/05/soap-encoding';
  it.each([
    ['on the body element', body.replace('>', ` e:encodingStyle="${soapEncoding}">`), ''],
    ['on a header block of ours', body, block(`e:encodingStyle="${soapEncoding}"`)],
  ])('%s is unknown data encoding in SOAP 1.2', async (_, content, header) => {
    const { status, text } = await scene.ask('1.2', content, { header });
    expect([status, faultOf(text).code]).toEqual([500, 'DataEncodingUnknown']);
    expect((await scene.ask('1.1', content, { header })).status).toBe(200);
  });
  it('of none is no encoding', async () => {
    const none = `e:encodingStyle="${namespaces['1.2']}/encoding/none"`;
    expect((await scene.ask('1.2', body.replace('>', ` ${none}>`), { header: block(none) })).status).toBe(200);
  });
  it.each(['Envelope', 'Header', 'Body'])('may not stand on %s in SOAP 1.2', async (where) => {
    for (const attribute of [`e:encodingStyle="${soapEncoding}"`, 'plain="1"']) {
      const document = envelope('1.2', body, block('')).replace(`<e:${where}`, `<e:${where} ${attribute}`);
      const { status, text } = await scene.send('1.2', document);
      expect([status, faultOf(text).code]).toEqual([400, 'Sender']);
      expect(faultOf(text).reason).toContain(`may not stand on ${where}`);
    }
  });
});

describe('envelopes', () => {
  it.each(versions)('SOAP %s: other versions are a mismatch', async (version) => {
    const other = namespaces[version === '1.1' ? '1.2' : '1.1'];
    for (const ns of ['http://wrong-version/', other, '']) {
      const { status, text } = await scene.send(
        version,
        `<e:Envelope xmlns:e="${ns || 'urn:none'}"><e:Body/></e:Envelope>`,
      );
      const fault = faultOf(text);
      expect([status, fault.code, fault.version]).toEqual([500, 'VersionMismatch', version]);
      const upgrade = fault.header.find((e) => e.name.local === 'Upgrade');
      const offered = upgrade?.children.map((e) => typeof e !== 'string' && e.attributes[0].value.split(':')[1]);
      expect(offered).toEqual(version === '1.2' ? ['Envelope', 'Envelope'] : undefined);
    }
  });

  it('the upgrade block names both versions, the newer first', async () => {
    const { text } = await scene.send('1.2', '<e:Envelope xmlns:e="urn:x"/>');
    const [upgrade] = faultOf(text).header;
    const names = upgrade.children.map((e) => (typeof e === 'string' ? e : e.attributes[0].value.split(':')[0]));
    expect(names.map((prefix) => new RegExp(`xmlns:${prefix}="([^"]*)"`).exec(text)?.[1])).toEqual([
      namespaces['1.2'],
      namespaces['1.1'],
    ]);
  });

  it.each([
    ['<html><body>Hi</body></html>', 'Client', 'not a SOAP Envelope'],
    ['<e:Message xmlns:e="urn:x"/>', 'Client', 'not a SOAP Envelope'],
  ])('SOAP 1.1: %s is none', async (document, code, words) => {
    const fault = faultOf((await scene.send('1.1', document)).text);
    expect(fault.code).toBe(code);
    expect(fault.reason).toContain(words);
    expect(faultOf((await scene.send('1.2', document)).text).code).toBe('VersionMismatch');
  });

  const wrap = (version: Version, inner: string) =>
    `<e:Envelope xmlns:e="${namespaces[version]}">${inner}</e:Envelope>`;
  it.each(
    versions.flatMap((version) => [
      [version, wrap(version, ''), 'has no Body'],
      [version, wrap(version, '<e:Header/>'), 'has no Body'],
      [version, wrap(version, '<e:Body/><e:Header/>'), 'Header'],
      [version, wrap(version, `<e:Body>${body}</e:Body><e:Body>${body}</e:Body>`), 'Body'],
      [version, wrap(version, `<e:Body>${body}</e:Body><x xmlns="urn:trailer"/>`), '{urn:trailer}x'],
      [version, wrap(version, `<x xmlns="urn:x"/><e:Body>${body}</e:Body>`), '{urn:x}x'],
      [version, wrap(version, `<e:Body>${body}${body}</e:Body>`), 'echoOk'],
      [version, wrap(version, `<e:Body>words ${body}</e:Body>`), 'text stands between elements'],
    ]) as [Version, string, string][],
  )('SOAP %s: %s', async (version, document, words) => {
    const { text } = await scene.send(version, document);
    const fault = faultOf(text);
    expect(fault.code).toBe(version === '1.1' ? 'Client' : 'Sender');
    expect(fault.reason).toContain(words);
    expect(fault.detail).toEqual(version === '1.1' ? [] : undefined);
  });

  it.each(versions)('SOAP %s: an unknown body element is no procedure', async (version) => {
    const { status, text } = await scene.ask(version, '<x xmlns="urn:x"/>');
    const fault = faultOf(text);
    expect([status, fault.code]).toEqual(version === '1.1' ? [500, 'Client'] : [400, 'Sender']);
    expect(fault.reason).toBe('no operation takes the body element {urn:x}x');
    const present = '{http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent';
    expect(fault.subcodes).toEqual(version === '1.2' ? [present] : []);
  });

  it.each(versions)('SOAP %s: an empty body is an operation too', async (version) => {
    const { status, text } = await scene.ask(version, '', { header: block('') });
    expect(status, text).toBe(200);
    expect(text).toContain('<t:responseOk>foo</t:responseOk>');
  });
});
