import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { DelimiterSearch } from '../../src/mime/delimiter-search.ts';
import { PARTS_MAX, readMultipart } from '../../src/mime/multipart.ts';
import '../seed.ts';

const read = (text: string, boundary: string | undefined = 'b') => readMultipart(Buffer.from(text, 'latin1'), boundary);
const contents = (text: string) => read(text).map(({ content }) => Buffer.from(content).toString('latin1'));

describe('parts', () => {
  it('end before the line break of the next delimiter', () => {
    expect(contents('--b\r\n\r\none\r\n\r\n--b  \r\nX: y\r\n\r\ntwo--b\n--b\r\n--b--\r\nmore')).toEqual([
      'one\r\n',
      'two--b\n--b',
    ]);
  });
  it('may be empty, and follow a preamble', () => {
    expect(contents('hello\r\n--b\r\n\r\n\r\n--b\r\nX: y\r\n\r\n\r\n--b\r\n\r\n--b--')).toEqual(['', '', '']);
  });
  it('say what they are', () => {
    const [part] = read(
      '--b\r\nContent-Type: application/xop+xml;\r\n\tcharset=utf-8\r\ncontent-id: <a@b>\r\nContent-Transfer-Encoding: BINARY\r\n\r\nx\r\n--b--',
    );
    expect(part).toMatchObject({ media: 'application/xop+xml; charset=utf-8', id: 'a@b', encoding: 'binary' });
  });
  it('may be in base64 or quoted-printable', () => {
    const encoded = (encoding: string, text: string) =>
      contents(`--b\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n--b--`);
    expect(encoded('base64', 'AAH/\r\n/w==')).toEqual(['\0\x01\xff\xff']);
    expect(encoded('quoted-printable', 'a=3D=\r\nb=C3=BC')).toEqual(['a=b\xc3\xbc']);
    const octets = fc.uint8Array({ minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(octets, (bytes) => {
        const text = Buffer.from(bytes).toString('latin1');
        const base64 = Buffer.from(bytes).toString('base64');
        const hex = Buffer.from(bytes).toString('hex').replace(/../g, '=$&= \t\r\n');
        expect(encoded('base64', base64.replace(/./g, '$&\n'))).toEqual([text]);
        expect(encoded('quoted-printable', hex)).toEqual([text]);
      }),
    );
  });
});

describe('refused', () => {
  const whole = '\r\n\r\nx\r\n--b--';
  it.each([
    ['no boundary', '--b\r\n\r\nx\r\n--b--', '', 'has no valid boundary'],
    ['a long boundary', '', 'b'.repeat(71), 'has no valid boundary'],
    ['a boundary that ends in a space', '--b \r\n', 'b ', 'has no valid boundary'],
    ['another boundary', '--c\r\n\r\nx\r\n--c--', 'b', 'does not begin with its boundary'],
    ['a long preamble', `${'p'.repeat(2000)}\r\n--b\r\n\r\nx\r\n--b--`, 'b', 'does not begin'],
    ['a boundary that goes on', '--b\r\n\r\nx\r\n--bc\r\n\r\ny\r\n--b--', 'b', 'goes on after it'],
    ['a first boundary that goes on', '--bc\r\n\r\nx\r\n--b--', 'b', 'goes on after it'],
    ['bare line feeds', '--b\n\nx\n--b--', 'b', 'LF alone'],
    ['no last delimiter', '--b\r\n\r\nx\r\n--b\r\n\r\ny', 'b', 'cut off'],
    ['no parts', '--b--', 'b', 'no parts'],
    ['a head without end', `--b\r\nX: ${'y'.repeat(9000)}\r\n\r\nx\r\n--b--`, 'b', 'no end of its head'],
    ['a folded head without end', `--b\r\nX: y${'\r\n y'.repeat(3000)}\r\n\r\nx\r\n--b--`, 'b', 'no end of its head'],
    ['a delimiter in a head', '--b\r\nX: y\r\n--b\r\n\r\nx\r\n--b--', 'b', 'no empty line'],
    ['many fields', `--b${'\r\nX: y'.repeat(33)}${whole}`, 'b', 'more than 32 header fields'],
    ['a line that is no field', `--b\r\nX y${whole}`, 'b', 'no header field'],
    ['a NUL in a field', `--b\r\nX: \0${whole}`, 'b', 'no header field'],
    ['one field twice', `--b\r\nContent-ID: <a>\r\nContent-Id: <b>${whole}`, 'b', 'content-id twice'],
    ['an unknown encoding', `--b\r\nContent-Transfer-Encoding: x-uue${whole}`, 'b', 'not supported'],
    ['wrong base64', `--b\r\nContent-Transfer-Encoding: base64${whole}`, 'b', 'not the base64'],
    [
      'wrong quoted-printable',
      '--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=zz\r\n--b--',
      'b',
      'not the quoted',
    ],
    ['many parts', `--b${'\r\n\r\nx\r\n--b'.repeat(PARTS_MAX + 1)}--`, 'b', 'more than 50 parts'],
  ])('%s', (_, text, boundary, message) => {
    expect(() => read(text, boundary).map(({ content }) => content)).toThrow(message);
  });

  it('with a typed error, whatever the bytes are', () => {
    const pieces = [
      '--b',
      '\r\n',
      '--',
      'b',
      ':',
      ' ',
      '\t',
      'Content-ID',
      '<a>',
      '\0',
      '\xff',
      'x'.repeat(50),
      '\r',
      '\n',
    ];
    const bodies = fc.array(fc.constantFrom(...pieces), { maxLength: 20 });
    fc.assert(
      fc.property(bodies, (texts) => {
        try {
          contents(`--b\r\n${texts.join('')}`);
        } catch (error) {
          expect(error).toBeInstanceOf(SoapstoneError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a part that arrives in pieces', () => {
  it('has the content that it has as a whole', () => {
    const texts = fc.array(fc.constantFrom('\r\n', '--b', '--', '\r', 'b', 'x'), { maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }), (content, cuts) => {
        const body = Buffer.from(`${content.join('')}\r\n--b--\r\n`, 'latin1');
        const passed: string[] = [];
        const search = new DelimiterSearch('b', (octets) => passed.push(Buffer.from(octets).toString('latin1')));
        const read = () => {
          for (let at = 0, i = 0; at < body.length; i++) {
            const length = cuts[i % cuts.length] + 1;
            search.write(body.subarray(at, at + length));
            at += length;
          }
          return [passed.join(''), search.isComplete];
        };
        const expected = outcome(() => [contents(`--b\r\n\r\n${body.toString('latin1')}`)[0], true]);
        // Heads of further parts are not read.
        if (expected !== 'BAD_BODY') expect(outcome(read)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  function outcome(read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      return (error as SoapstoneError).code;
    }
  }
});
