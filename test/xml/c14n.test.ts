import { describe, expect, it } from 'vitest';
import { canonicalXml } from '../../src/xml/c14n.ts';

const of = (xml: string) => canonicalXml(Buffer.from(xml));

describe('canonicalXml', () => {
  it.each([
    ['<a xmlns="u"><b/></a>', '<p:a xmlns:p="u">\n  <p:b></p:b>\n</p:a>'],
    ['<a x="1" y="2"/>', "<a y='2' x='1'></a>"],
    ['<a>x&amp;y</a>', '<a><![CDATA[x&y]]></a>'],
    [
      '<a xmlns="u" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="T"/>',
      '<q:a xmlns:q="u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="q:T" xsi:schemaLocation="u u.xsd"/>',
    ],
  ])('%s says the same as %s', (a, b) => expect(of(a)).toBe(of(b)));

  it.each([
    ['<a/>', '<a xmlns="u"/>'],
    ['<a x="1"/>', '<a x="2"/>'],
    ['<a> </a>', '<a/>'],
    ['<a><b/><c/></a>', '<a><c/><b/></a>'],
    ['<a>x<b/>y</a>', '<a>xy<b/></a>'],
    ['<a>"&#10;"</a>', '<a>" "</a>'],
    ['<a><b/></a>', '<a><b><b/></b></a>'],
  ])('%s differs from %s', (a, b) => expect(of(a)).not.toBe(of(b)));
});
