import { expect, it } from 'vitest';
import { partMedia } from '../../src/mime/part-media.ts';

it.each<[expected: string | undefined, said: string | undefined, media: string]>([
  ['application/pdf', undefined, 'application/pdf'],
  ['application/pdf', 'application/octet-stream', 'application/pdf'],
  ['text/xml', 'text/xml; charset=utf-16', 'text/xml; charset=utf-16'],
  ['image/png, image/jpeg;q=0.5', 'image/jpeg', 'image/jpeg'],
  ['image/png, image/jpeg', 'Image/PNG', 'Image/PNG'],
  ['image/png, image/jpeg', undefined, 'application/octet-stream'],
  ['image/*', 'image/gif', 'image/gif'],
  ['image/*', undefined, 'application/octet-stream'],
  ['*/*', 'a/b', 'a/b'],
  [undefined, 'a/b', 'a/b'],
  [undefined, undefined, 'application/octet-stream'],
  [undefined, 'text/plain; name="a b"', 'text/plain'],
  [undefined, 'text/plain\r\nX: y', 'application/octet-stream'],
  ['a/b\r\nX: y', undefined, 'application/octet-stream'],
])('the contract expects %j, the sender says %j: %s', (expected, said, media) => {
  expect(partMedia(expected, said)).toBe(media);
});

it.each([
  ['application/pdf', 'image/png'],
  ['image/png, image/jpeg', 'image/gif'],
  ['image/*', 'imagery/gif'],
])(
  'the contract expects %j, and %j is refused: it is neither sent as another type nor as what nobody expects',
  (expected, said) => {
    expect(() => partMedia(expected, said)).toThrow(`the attachment must be ${expected}, and say so`);
  },
);
