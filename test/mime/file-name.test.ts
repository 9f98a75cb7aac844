// File names of parts, as senders write them and as receivers read them.
import { describe, expect, it } from 'vitest';
import { attachmentDisposition, fileNameOf } from '../../src/mime/file-name.ts';
import { partHead } from '../../src/mime/part-head.ts';

const named = (disposition: string, media = '') => fileNameOf({ disposition, media });

describe('the name of a part', () => {
  it.each<[string, string, string | undefined]>([
    ['attachment; filename="a b.pdf"', '', 'a b.pdf'],
    ['attachment; filename=a.pdf', 'application/pdf; name=b.pdf', 'a.pdf'],
    ['', 'application/pdf; name="b.pdf"', 'b.pdf'],
    ['attachment', '', undefined],
    ['', '', undefined],
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%B6%20x.pdf`, '', 'ö x.pdf'],
    ["attachment; filename=a.pdf; filename*=iso-8859-1''%F6", '', 'a.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''%E", '', 'a.pdf'],
    ['attachment; filename="../../etc/passwd"', '', 'passwd'],
    ['attachment; filename="C:\\\\Temp\\\\a.pdf"', '', 'a.pdf'],
    ['attachment; filename="a/"', '', undefined],
    ['attachment; filename=a; filename=b', '', undefined],
    [`attachment; filename="${'x'.repeat(300)}"`, '', 'x'.repeat(255)],
  ])('%s, %s: %s', (disposition, media, name) => {
    expect(named(disposition, media)).toBe(name);
  });

  it('may be UTF-8 without a word of it', () => {
    const { disposition } = partHead(
      Buffer.from('Content-Disposition: attachment; filename="ö"').toString('latin1'),
      'p',
    );
    expect(named(disposition)).toBe('ö');
  });
});

it.each(['a.pdf', 'a "b" \\ c.pdf', "ö 1*'(x).pdf", '語.tiff', 'a\r\nX: y', '%41.txt'])(
  '%j is read as it was written',
  (name) => {
    const head = attachmentDisposition(name);
    expect(head).toMatch(/^Content-Disposition: attachment; filename="[\x20-\x7e]*$/);
    const { disposition } = partHead(head, 'p');
    expect(named(disposition)).toBe(name.replace('\r\n', '').replace('a "b" \\ c', ' c'));
  },
);
