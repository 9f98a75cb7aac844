import { describe, expect, it } from 'vitest';
import { canonicalTree } from '../../src/xml/c14n.ts';
import { readTree } from '../../src/xml/read-tree.ts';
import { inSpellingOf } from '../../src/xml/spelling.ts';

const tree = (xml: string) => readTree(Buffer.from(xml), 'xml');
const same = (written: string, expected: string) =>
  canonicalTree(inSpellingOf(tree(written), tree(expected))) === canonicalTree(tree(written));

const TYPED = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

describe('content', () => {
  it.each([
    ['<a xmlns:p="u">p:b</a>', '<a xmlns:q="u">q:b</a>'],
    ['<a xmlns:p="u"> p:b</a>', '<a xmlns:q="u"> q:b</a>'],
    ['<n:a xmlns:n="u">n:b</n:a>', '<a xmlns="u">b</a>'],
    ['<a xmlns:p="u" xmlns:r="v">p:b r:c</a>', '<a xmlns:q="u" xmlns:p="v">q:b p:c</a>'],
    ['<a xmlns:p="u" t="p:b"/>', '<a xmlns:q="u" t="q:b"/>'],
    ['<a><c xmlns:p="u">p:b</c></a>', '<a xmlns:q="u"><c>q:b</c></a>'],
    ['<a>http://x</a>', '<a xmlns:http="u">http://x</a>'],
    ['<a xmlns:p="u">milk</a>', '<a>milk</a>'],
    [`<a ${TYPED} xmlns:p="u" i:type="p:T">p:b</a>`, `<a ${TYPED} xmlns:q="u" i:type="q:T">q:b</a>`],
  ])('%s says the same as %s', (a, b) => expect(same(a, b)).toBe(true));

  it.each([
    ['<a xmlns:p="u">p:b</a>', '<a xmlns:p="v">p:b</a>'],
    ['<a xmlns:p="u">/p:b/p:c</a>', '<a xmlns:p="v">/p:b/p:c</a>'],
    ['<a xmlns:p="u" t="p:b"/>', '<a xmlns:p="v" t="p:b"/>'],
    ['<a xmlns:p="u">p:b</a>', '<a xmlns:q="v">q:b</a>'],
    ['<a xmlns:p="u">p:b</a>', '<a xmlns:q="u">q:c</a>'],
    ['<a xmlns:p="u">p:b</a>', '<a>b</a>'],
    ['<a xmlns:p="u">p:b  p:c</a>', '<a xmlns:q="u">q:b q:c</a>'],
    ['<a>p:b</a>', '<a>q:b</a>'],
    [`<a ${TYPED} xmlns:p="u" i:type="p:T"/>`, `<a ${TYPED} xmlns:p="v" i:type="p:T"/>`],
  ])('%s differs from %s', (a, b) => expect(same(a, b)).toBe(false));
});
