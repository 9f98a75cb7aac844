// What is packed is unpacked to the same envelope: whatever stands around its contents.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packagedType, unpackMessage } from '../../../src/binding/soap/message-package.ts';
import { packMessage } from '../../../src/binding/soap/pack-message.ts';
import { collectAll } from '../../../src/server/http/garbage-collection.ts';
import { defaultLimits } from '../../../src/xml/reader/limits.ts';
import '../../seed.ts';

const soap12 = 'application/soap+xml; charset=utf-8; action="urn:a"';

interface Content {
  readonly bytes: Uint8Array;
  readonly isReference: boolean;
}

/** An envelope, and where its contents are. */
function envelopeOf(contents: readonly Content[], header = '') {
  let text = `<e xmlns:m="urn:m">${header}`;
  const spans = contents.map(({ bytes, isReference }) => {
    text += '<b m:contentType="image/png">';
    const start = text.length - header.length;
    text += Buffer.from(bytes).toString('base64');
    const end = text.length - header.length;
    text += '</b>';
    return { start, end, kind: isReference ? ('reference' as const) : ('content' as const) };
  });
  return { text: `${text}</e>`, spans };
}

const pack = (
  contents: readonly Content[],
  mtom: boolean,
  type = 'text/xml; charset=utf-8',
  header = '',
  threshold = 10,
) => {
  const { text, spans } = envelopeOf(contents, header);
  return { text, packed: packMessage(Buffer.from(text), type, spans, header.length, { mtom, threshold }) };
};

const unpacked = (body: Uint8Array, type: string) =>
  Buffer.from(
    unpackMessage(body, type, {
      maxBytes: 1_000_000,
      limits: defaultLimits,
      types: { enter: () => 'binary' },
      claim: () => {},
    }).envelope,
  ).toString();

describe('a packed message', () => {
  const contents = fc.array(
    fc.record({ bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }), isReference: fc.boolean() }),
    { minLength: 1, maxLength: 5 },
  );
  it('is the same when it is unpacked, with what was inserted before its contents', () => {
    fc.assert(
      fc.property(contents, fc.boolean(), fc.constantFrom('', '<h>ö</h>'), (drawn, mtom, header) => {
        const ascii = header.replace('ö', '&#246;');
        const { text, packed } = pack(drawn, mtom, soap12, ascii);
        expect(packed === undefined).toBe(!mtom && !drawn.some(({ isReference }) => isReference));
        if (packed === undefined) return;
        expect(unpacked(packed.body, packed.contentType)).toBe(text);
        expect(packagedType(packed.contentType)).toBe(
          mtom ? 'application/soap+xml; action="urn:a"' : 'application/soap+xml',
        );
      }),
    );
  });

  it('has large contents beside it, with their media type', () => {
    const large = { bytes: Buffer.alloc(10, 'x'), isReference: false };
    const small = { bytes: Buffer.alloc(9, 'y'), isReference: false };
    const body = Buffer.from(pack([large, small], true).packed!.body).toString();
    expect(body).toMatch(
      /Content-Type: image\/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <[^>]+>\r\n\r\nx{10}\r\n--/,
    );
    expect(body).toContain(small.bytes.toString('base64'));
  });

  it('keeps what has moved in its envelope', () => {
    const { text, spans } = envelopeOf([{ bytes: Buffer.alloc(30), isReference: true }]);
    expect(packMessage(Buffer.from(text), 'text/xml', spans, 3, { mtom: false, threshold: 1 })).toBeUndefined();
  });
});

it('takes no memory beside the package', () => {
  const { text, spans } = envelopeOf([{ bytes: new Uint8Array(12_000_000), isReference: false }]);
  const envelope = Buffer.from(text);
  collectAll();
  const before = process.memoryUsage().arrayBuffers;
  const { body } = packMessage(envelope, soap12, spans, 0, { mtom: true, threshold: 10 })!;
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1.1 * body.length);
});
