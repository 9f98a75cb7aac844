import { describe, expect, it } from 'vitest';
import { mediaType } from '../../src/binding/media-type.ts';

describe('parameters of a media type', () => {
  it('are read by their names, quoted or not', () => {
    expect(mediaType('Text/XML; Charset="UTF-8"; action="a;b"')).toEqual({
      type: 'text/xml',
      charset: 'utf-8',
      action: 'a;b',
    });
  });

  it('that stand there twice must be the same', () => {
    expect(mediaType('text/xml; charset=utf-8; charset="UTF-8"').charset).toBe('utf-8');
    expect(mediaType('text/xml; charset=utf-8; charset=utf-16').charset).toBe('utf-8, utf-16');
    expect(mediaType('application/soap+xml; action=a; action=b; action=a').action).toBe('a, b, a');
  });
});
