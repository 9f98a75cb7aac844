// The W3C XML conformance suite against our reader, with the rules of a reader for SOAP: a document with a document type declaration
// is refused, every other one that is not well-formed is refused, every other well-formed one is accepted; at three chunk sizes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { encodingOf, SNIFF_BYTES, Transcoder } from '../../src/xml/reader/encoding.ts';
import { EOF, NEED_INPUT, XmlReader } from '../../src/xml/reader/reader.ts';
import { readSuite, type SuiteCase } from './suite.ts';

/** What we do otherwise than the suite says, by name, with the reason. */
const exceptions = new Map<string, { readonly outcome: 'accepted' | 'refused'; readonly why: string }>([
  [
    'hst-lhs-008',
    { outcome: 'accepted', why: 'UTF-16 with its byte order mark, declared as utf-8: the mark wins (RFC 7303 §3.2)' },
  ],
  ['o-p04pass1', { outcome: 'refused', why: 'NAMESPACE="no": names with colons, but no namespaces declared' }],
  ['o-p05pass1', { outcome: 'refused', why: 'NAMESPACE="no": names that start with a colon' }],
]);

const { cases, leftOut } = readSuite();
const loaded = cases.map((c) => ({ ...c, bytes: readFileSync(c.file) }));
type Case = (typeof loaded)[number];

const withDoctype = loaded.filter((c) => hasDoctype(c.bytes));
const without = loaded.filter((c) => !hasDoctype(c.bytes));

/** The outcome of reading to the end: 'accepted', or the code of the refusal. Anything else thrown is a bug and passes through. */
function read(bytes: Uint8Array, chunk: number): string {
  try {
    pull(bytes, chunk);
    return 'accepted';
  } catch (e) {
    if (e instanceof SoapstoneError) return e.code;
    throw e;
  }
}

function pull(bytes: Uint8Array, chunk: number): void {
  const encoding = encodingOf(bytes.subarray(0, SNIFF_BYTES));
  const transcoder = encoding === undefined ? undefined : new Transcoder(encoding);
  const reader = new XmlReader({ transcoded: transcoder !== undefined });
  for (let i = 0; i < bytes.length; i += chunk) {
    const piece = bytes.subarray(i, i + chunk);
    reader.feed(transcoder?.write(piece, i + chunk >= bytes.length) ?? piece);
    while (reader.next() !== NEED_INPUT);
  }
  reader.finish();
  while (reader.next() !== EOF);
}

/** At 1 and 7 bytes and as a whole. */
function outcomes(c: Case): string[] {
  return [1, 7, Math.max(1, c.bytes.length)].map((chunk) => read(c.bytes, chunk));
}

/** Is there a declaration, outside of comments, CDATA sections and processing instructions? */
function hasDoctype(bytes: Uint8Array): boolean {
  const encoding = encodingOf(bytes.subarray(0, SNIFF_BYTES));
  const text = new TextDecoder(encoding ?? 'latin1').decode(bytes);
  return text.replaceAll(/<!--.*?-->|<!\[CDATA\[.*?]]>|<\?.*?\?>/gs, '').includes('<!DOCTYPE');
}

function expected(c: SuiteCase): 'accepted' | 'refused' {
  return exceptions.get(c.id)?.outcome ?? (c.type === 'not-wf' ? 'refused' : 'accepted');
}

describe('W3C XML conformance suite', () => {
  it('is all there', () => {
    expect({ read: cases.length, otherVersions: leftOut }).toEqual({ read: 2001, otherVersions: 584 });
    expect({ withDoctype: withDoctype.length, without: without.length }).toEqual({ withDoctype: 1681, without: 320 });
    expect([...exceptions.keys()].filter((id) => !without.some((c) => c.id === id))).toEqual([]);
  });

  describe('with a document type declaration: refused as such', () => {
    it.each(withDoctype.filter((c) => c.type !== 'not-wf'))('$id', (c) => {
      expect(outcomes(c)).toEqual(['XML_DOCTYPE', 'XML_DOCTYPE', 'XML_DOCTYPE']);
    });
  });

  describe('with a document type declaration, and not well-formed: refused, as what comes first', () => {
    it.each(withDoctype.filter((c) => c.type === 'not-wf'))('$id', (c) => {
      for (const outcome of outcomes(c)) expect(outcome).toMatch(/^XML_(DOCTYPE|SYNTAX|ENCODING|TRUNCATED)$/);
    });
  });

  describe('without: accepted when well-formed, else refused', () => {
    it.each(without)('$id', (c) => {
      const refused = expected(c) === 'refused';
      for (const outcome of outcomes(c)) {
        if (refused) expect(outcome).toMatch(/^XML_(SYNTAX|ENCODING|NAMESPACE|TRUNCATED)$/);
        else expect(outcome).toBe('accepted');
      }
    });
  });
});
