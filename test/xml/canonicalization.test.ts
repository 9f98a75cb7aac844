// Canonical forms of elements, as libxml2 makes them.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../src/xml/canonicalization.ts';

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
