// Messages with attachments as services of several kinds send them, and as nobody should.
import { describe, expect, it } from 'vitest';
import type { BinaryKind } from '../../../src/binding/soap/element-types.ts';
import { isPackage, packagedType, unpackMessage } from '../../../src/binding/soap/message-package.ts';
import { defaultLimits } from '../../../src/xml/reader/limits.ts';

const XOP = 'xmlns:xop="http://www.w3.org/2004/08/xop/include"';
const type = 'multipart/related; boundary="b"; start="<root>"; type="application/xop+xml"; start-info="text/xml"';
const rootHead = 'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"\r\nContent-ID: <root>';
const file = 'Content-Type: application/pdf\r\nContent-ID: <a+b@c>\r\n\r\n\0\x01\xff\r\n';
const include = (href: string) => `<xop:Include ${XOP} href="${href}"/>`;

function unpack(
  xml: string,
  parts: readonly string[] = [file],
  contentType = type,
  head = rootHead,
  { maxBytes = 100_000, claim = (_bytes: number): void => {}, encoded = false, kind = 'binary' as BinaryKind } = {},
) {
  const body = [`${head}\r\n\r\n${xml}`, ...parts].map((part) => `--b\r\n${part}\r\n`).join('');
  const { envelope, contentType: rootType } = unpackMessage(
    Buffer.from(`${body}--b--\r\n`, 'latin1'),
    contentType,
    {
      maxBytes,
      limits: defaultLimits,
      types: { enter: () => kind },
      claim,
    },
    () => ({ names: [], encoded }),
  );
  return { xml: Buffer.from(envelope).toString(), rootType };
}

describe('a message with attachments', () => {
  it.each([
    ['Include', include('cid:a+b@c')],
    ['Include, percent-encoded', include('cid:a%2Bb%40c')],
    [
      'Include with an end tag and a comment',
      `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href=" cid:a+b@c "><!-- --></x:Include>`,
    ],
    ['a reference', 'cid:a+b@c'],
    ['a reference with white space and a comment', '\n cid:a+<!-- -->b@c\n'],
    ['a reference in CDATA', '<![CDATA[cid:a+b@c]]>'],
  ])('has the content in place of %s', (_, content) => {
    expect(unpack(`<e><a>1</a><f>${content}</f></e>`)).toEqual({
      xml: '<e><a>1</a><f>AAH/DQo=</f></e>',
      rootType: 'text/xml',
    });
  });

  it.each([
    ['<f href="cid:a+b@c"/>', '<f>AAH/DQo=</f>'],
    [`<x:f a='/ href="cid:b"' href = 'cid:a%2Bb%40c' b="é" ></x:f>`, `<x:f a='/ href="cid:b"' b="é" >AAH/DQo=</x:f>`],
    ['<f href="cid:a+b@c">text</f>', '<f href="cid:a+b@c">text</f>'],
    ['<f href="cid:a+b@c"><g/></f>', '<f href="cid:a+b@c"><g/></f>'],
    ['<f href="cid:none"/>', '<f href="cid:none"/>'],
  ])('has the content in place of %s where it has SOAP encoding, and nowhere else', (content, expected) => {
    const xml = `<e xmlns:x="urn:x">${content}<h>1</h></e>`;
    const latin1 = Buffer.from(xml).toString('latin1');
    expect(unpack(latin1, [file], type, rootHead, { encoded: true }).xml).toBe(xml.replace(content, expected));
    expect(unpack(latin1).xml).toBe(xml);
  });

  it('may refer to an attachment twice, and have some that nothing refers to', () => {
    const parts = [file, 'Content-ID: <unused>\r\n\r\nx', '\r\nno head'];
    expect(unpack(`<e><f>${include('cid:a+b@c')}</f><f>cid:a+b@c</f></e>`, parts).xml).toBe(
      '<e><f>AAH/DQo=</f><f>AAH/DQo=</f></e>',
    );
  });

  it('is unpacked with what it refers to alone, and says before how many bytes that takes', () => {
    const encoded = (id: string, text: string) =>
      `Content-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}`;
    const claims: number[] = [];
    const claim = (bytes: number) => void claims.push(bytes);
    const parts = [encoded('a', 'YWJj'), encoded('unused', 'no base64!'), file];
    const xml = `<e><f>cid:a</f><f>cid:a</f><f>cid:a+b@c</f></e>`;
    expect(unpack(xml, parts, type, rootHead, { claim }).xml).toBe('<e><f>YWJj</f><f>YWJj</f><f>AAH/DQo=</f></e>');
    expect(claims).toEqual([4, 44]);
    const full = () => {
      throw new Error('no room');
    };
    expect(() => unpack(xml, parts, type, rootHead, { claim: full })).toThrow('no room');
  });

  it('has parts whose own references and parts mean nothing', () => {
    const cycle = 'Content-ID: <a>\r\nContent-Type: text/xml\r\n\r\n<f>cid:a</f>';
    const nested =
      'Content-ID: <n>\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nx\r\n--inner--';
    expect(unpack('<e><f>cid:a</f><f>cid:n</f></e>', [cycle, nested]).xml).toBe(
      `<e><f>${btoa('<f>cid:a</f>')}</f><f>${btoa('--inner\r\n\r\nx\r\n--inner--')}</f></e>`,
    );
  });

  it('keeps texts and attributes that only look like references', () => {
    const xml = '<e href="cid:a+b@c"><f>cid:a+b@c <g/></f><f>see cid:a+b@c</f></e>';
    expect(unpack(xml).xml).toBe(xml);
    const other = '<e><f>cid:other</f></e>';
    expect(unpack(other, [file], type, rootHead, { kind: 'union' }).xml).toBe(other);
  });

  it.each(['cid:other', ' cid:a+b@c/ ', 'cid:'])('is refused where a binary element refers to no part: %j', (text) => {
    expect(() => unpack(`<e><a>1</a><f>${text}</f></e>`)).toThrow(
      expect.objectContaining({
        code: 'BAD_BODY',
        path: 'e/f',
        message: 'a reference (cid:) names no attachment: no part has this Content-ID',
      }),
    );
  });

  it('may have its root in another place and encoding', () => {
    const body = Buffer.concat([
      Buffer.from(
        '--b\r\nContent-ID: <f>\r\n\r\nabc\r\n--b\r\nContent-ID: <root>\r\nContent-Type: text/xml; charset=iso-8859-1\r\n\r\n',
        'latin1',
      ),
      Buffer.from('<e>\xe9<f>cid:f</f></e>\r\n--b--', 'latin1'),
    ]);
    const { envelope, contentType } = unpackMessage(body, 'multipart/related; boundary=b; start=root', {
      maxBytes: 1000,
      limits: defaultLimits,
      types: { enter: () => 'binary' },
      claim: () => {},
    });
    expect([Buffer.from(envelope).toString(), contentType]).toEqual([
      '<e>é<f>YWJj</f></e>',
      'text/xml; charset=iso-8859-1',
    ]);
  });

  it.each([
    [type, 'text/xml'],
    ['multipart/related; boundary=b; type="text/xml"', 'text/xml'],
    ['multipart/related; boundary=b', 'text/xml'],
    [
      String.raw`multipart/related; boundary=b; type="application/xop+xml"; start-info="application/soap+xml; action=\"urn:a\""`,
      'application/soap+xml; action="urn:a"',
    ],
    ['multipart/related; boundary=b; type="application/soap+xml"; start-info="text/xml"', 'application/soap+xml'],
  ])('%s stands for %s', (contentType, expected) => {
    expect([isPackage(contentType), packagedType(contentType)]).toEqual([true, expected]);
  });
});

describe('T-SEC-06, refused: an Include of', () => {
  it.each([
    ['a file', 'file:///etc/passwd'],
    ['an address', 'http://127.0.0.1:1/x'],
    ['another message', 'cid:elsewhere@c'],
    ['the message itself', 'cid:root'],
    ['nothing', ''],
    ['a wrong escape', 'cid:%zz'],
  ])('%s', (_, href) => {
    expect(() => unpack(`<e><f>${include(href)}</f></e>`)).toThrow(/^xop:Include refers to/);
  });

  it('two attachments of one name', () => {
    expect(() => unpack('<e/>', [file, file])).toThrow('same Content-ID');
  });

  it('one attachment, so often that the message becomes larger than allowed', () => {
    const large = `Content-ID: <a+b@c>\r\n\r\n${'x'.repeat(30_000)}`;
    expect(unpack(`<e><f>${include('cid:a+b@c')}</f></e>`, [large]).xml).toHaveLength(40_014);
    const many = `<f>${include('cid:a+b@c')}</f>`.repeat(3);
    expect(() => unpack(`<e>${many}</e>`, [large])).toThrow('more than 100000 bytes');
  });

  it.each([
    ['two boundaries', `${type}; boundary=c`],
    ['boundaries in other letters', `${type}; boundary=B`],
    ['text after a quoted value', type.replace('"b"', '"b"c')],
    ['two starts', `${type}; start="<a+b@c>"`],
  ])('what readers take differently: %s', (_, contentType) => {
    expect(() => unpack('<e/>', [file], contentType)).toThrow('can be read in several ways');
  });

  it.each([
    ['text before', `<f>QUFB${include('cid:a+b@c')}</f>`],
    ['text after', `<f>${include('cid:a+b@c')}zz</f>`],
    ['another one', `<f>${include('cid:a+b@c').repeat(2)}</f>`],
    ['content of its own', `<f><xop:Include ${XOP} href="cid:a+b@c">x</xop:Include></f>`],
    ['a child before', `<f><g/>${include('cid:a+b@c')}</f>`],
  ])('one with %s', (_, xml) => {
    expect(() => unpack(`<e>${xml}</e>`)).toThrow('must be empty, and alone');
  });

  it('two parts by one reference, and none by an empty one', () => {
    const parts = ['Content-ID: <aA>\r\n\r\n1', 'Content-ID: <a%41>\r\n\r\n2', 'Content-ID: <>\r\n\r\n3'];
    expect(() => unpack('<e>cid:a%41</e>', parts)).toThrow('names two parts');
    expect(() => unpack('<e>cid:</e>', parts)).toThrow('no part has this Content-ID');
  });

  it('nothing that hides behind character references', () => {
    const hidden = `<f><x:Include xmlns:x="http://www.w3.org/2004/08/xop/includ&#101;" href="c&#105;d:a+b@c"/></f>`;
    expect(unpack(`<e>${hidden}</e>`).xml).toBe('<e><f>AAH/DQo=</f></e>');
  });

  it('a root that is not there, or is no XML', () => {
    expect(() => unpack('<e/>', [], type.replace('root', 'boot'))).toThrow('"start"');
    expect(() => unpack(`<e><f>${include('cid:a+b@c')}</e>`)).toThrow('end tag');
    expect(unpack(`<e><f><xop:Include ${XOP} href="cid:a+b@c">`).xml).toContain('AAH/DQo=');
  });
});
