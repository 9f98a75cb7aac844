// Canonical forms of elements, as libxml2 makes them.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { canonicalXml } from '../../src/xml/c14n.ts';
import { type Canonicalization, canonicalize, prefixesOfValues } from '../../src/xml/canonicalization.ts';
import { UNSIGNED_NS } from '../../src/xml/reader/names.ts';
import { END, EOF, START, XmlReader } from '../../src/xml/reader/reader.ts';
import { sample } from '../sample-size.ts';

/** Documents with one element `x`, of whatever namespace, which is canonicalized. */
const DOCUMENTS = [
  '<r xmlns="urn:r" xmlns:a="urn:a" xmlns:b="urn:b"><a:x b:z="1" y="2" a:k="3"><a:c/>t</a:x></r>',
  '<a:x xmlns:a="urn:a"><y xmlns=""/><y xmlns="urn:q"><z xmlns=""><w xmlns="urn:q"/></z></y></a:x>',
  '<x q="&#9;&#10;&#13;&lt;&quot;&amp;\'>" p=" a  b ">&#13;&gt;&lt;&amp;"<![CDATA[<&>]]>\r\n</x>',
  '<p:x xmlns:p="urn:a"><p:y xmlns:p="urn:b"><p:z/></p:y><p:z/></p:x>',
  '<r xmlns:n1="urn:z" xmlns:n2="urn:a"><n2:x n1:b="1" n2:a="2" c="3" xml:lang="en"/></r>',
  '<r xmlns="urn:r" xmlns:a="urn:a"><s><x xmlns="" xml:lang="fr"><a:y/></x></s></r>',
  '<r xmlns="urn:r" xmlns:a="urn:a" xmlns:b="urn:b"><x><!-- c --><a:y xmlns:b="urn:c"><b:z/></a:y><b:w/></x></r>',
  '<r><?before x?><x><?a?>t<?b  c="&amp;" \r\n d  ?><y><?xml-stylesheet\thref=">"?></y><!-- c --><?e f?></x><?after x?></r>',
  '<r xmlns:a="urn:a"><q xmlns:a="urn:q"/><x xmlns:a="urn:a" xmlns:c="urn:c"><a:y xmlns:c="urn:d" c:k="1"/></x></r>',
];

const SCRIPT = `
import sys
from lxml import etree
doc = etree.fromstring(sys.argv[1].encode())
node = next(e for e in doc.iter(etree.Element) if etree.QName(e).localname == 'x')
options = {'exclusive': True, 'inclusive_ns_prefixes': sys.argv[3:]} if sys.argv[2] == 'exclusive' else {}
sys.stdout.buffer.write(etree.tostring(node, method='c14n', with_comments=False, with_tail=False, **options))
`;

/** `prefixes`: those of InclusiveNamespaces. */
function libxml2(xml: string, kind: string, prefixes: readonly string[] = []): string {
  return execFileSync('/usr/bin/python3', ['-c', SCRIPT, xml, kind, ...prefixes]).toString();
}

describe.each(DOCUMENTS)('%s', (xml) => {
  const bytes = Buffer.from(xml);
  const at = bytes.toString().search(/<(?:\w+:)?x[ >]/);

  test('exclusive', () => {
    expect(canonicalize(bytes, at, { exclusive: true }).toString()).toBe(libxml2(xml, 'exclusive'));
  });

  test('exclusive, with inclusive prefixes', () => {
    const prefixes = ['a', 'b'];
    expect(canonicalize(bytes, at, { exclusive: true, prefixes }).toString()).toBe(libxml2(xml, 'exclusive', prefixes));
  });

  test('inclusive', () => {
    expect(canonicalize(bytes, at, { exclusive: false }).toString()).toBe(libxml2(xml, 'inclusive'));
  });
});

/** Names, declarations and values draw from few prefixes, so that they meet. */
const PREFIXES = ['', 'p', 'q'];
const prefix = fc.constantFrom(...PREFIXES);
const declarations = fc.uniqueArray(fc.tuple(prefix, fc.constantFrom('urn:a', 'urn:b', '')), {
  selector: ([p]) => p,
  maxLength: 3,
});
const children = (child: fc.Arbitrary<string>) =>
  fc.oneof({ maxDepth: 3 }, fc.constant<string[]>([]), fc.array(child, { maxLength: 3 }));
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(prefix, declarations, fc.option(prefix), children(tie('element')))
    .map(([p, declared, attribute, children]) => {
      const name = p === '' ? 'e' : `${p}:e`;
      const all = declared
        .filter(([by, uri]) => by === '' || uri !== '')
        .map(([by, uri]) => ` xmlns${by && `:${by}`}="${uri}"`);
      return `<${name}${all.join('')}${attribute ? ` ${attribute}:k="v"` : ''}>${children.join('')}</${name}>`;
    }),
}));
/** The element `x` below one that declares all prefixes. */
const documents = element.map(
  (inside) =>
    `<r xmlns:p="urn:a" xmlns:q="urn:b"><s xmlns="urn:d">${inside.replace(/^<((?:\w+:)?)e(.*)e>$/s, '<$1x$2x>')}</s></r>`,
);
const lists = fc.subarray(PREFIXES);

/** What each prefix stands for at each element of a form; `refused`: it may not be used. */
function meanings(form: Buffer): string[] {
  const reader = new XmlReader({ transcoded: true });
  reader.feed(form);
  reader.finish();
  const found: string[] = [];
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token !== START && token !== END) continue;
    for (const by of token === START ? PREFIXES : []) {
      try {
        found.push(reader.ctx.resolve(by) ?? 'undeclared');
      } catch (error) {
        if (!(error instanceof SoapstoneError) || error.code !== 'UNSIGNED_PREFIX') throw error;
        found.push('refused');
      }
    }
  }
  return found;
}

describe('a form whose undeclared prefixes are refused', () => {
  const startOf = (xml: string) => xml.search(/<(?:\w+:)?x[ >]/);
  const both = (xml: string, prefixes: readonly string[]) => {
    const method: Canonicalization = { exclusive: true, prefixes };
    const [bytes, at] = [Buffer.from(xml), startOf(xml)];
    return [canonicalize(bytes, at, method), canonicalize(bytes, at, { ...method, undeclared: UNSIGNED_NS })];
  };

  test('has no meaning of a prefix that the signed form does not have', () => {
    const counts = { read: 0, refused: 0 };
    const law = fc.property(documents, lists, (xml, prefixes) => {
      const [signed, form] = both(xml, prefixes);
      const [said, taken] = [meanings(signed), meanings(form)];
      expect(taken).toHaveLength(said.length);
      taken.forEach((meaning, i) => {
        counts[meaning === 'refused' ? 'refused' : 'read']++;
        if (meaning !== 'refused') expect(meaning).toBe(said[i]);
      });
      expect(canonicalXml(form)).toBe(canonicalXml(signed));
    });
    fc.assert(law, { numRuns: sample(2_000, 50_000), seed: 174 });
    expect(counts.read).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(100);
  });

  test('is the same for every document with the signed form', () => {
    const bySigned = new Map<string, string>();
    let compared = 0;
    const law = fc.property(documents, (xml) => {
      const [signed, form] = both(xml, []);
      const read = meanings(form)
        .map((meaning) => (meaning === 'refused' ? '' : meaning))
        .join();
      const other = bySigned.get(signed.toString());
      if (other !== undefined) compared++;
      for (const [i, meaning] of (other ?? read).split(',').entries()) {
        const here = read.split(',')[i];
        if (meaning !== '' && here !== '') expect(here).toBe(meaning);
      }
      bySigned.set(signed.toString(), read);
    });
    fc.assert(law, { numRuns: sample(2_000, 50_000), seed: 174 });
    expect(compared).toBeGreaterThan(20);
  });

  test('lists the prefixes of values', () => {
    const xml =
      '<r xmlns:a="urn:a" xmlns:b="urn:b" xmlns:c="urn:c" xmlns:d="urn:d" xmlns="urn:e"><x xmlns=""><y at="-b:n">xa:x a b:</y><c:z>c:k</c:z>d<!-- d:e --></x></r>';
    expect(prefixesOfValues(Buffer.from(xml), startOf(xml))).toEqual(['b']);
    const used = xml
      .replace('xa:x', '/a:x')
      .replace('<x xmlns=""><y', '<c:x><c:y')
      .replace('</y>', '</c:y>')
      .replace('</x>', '</c:x>');
    expect(prefixesOfValues(Buffer.from(used), startOf(used))).toEqual(['', 'a', 'b']);
  });
});
