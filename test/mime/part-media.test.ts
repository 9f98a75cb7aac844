import { expect, it } from 'vitest';
import { otherMedia, overlap, partMedia } from '../../src/mime/part-media.ts';

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
  ['application/octet-stream', 'a/b', 'a/b'],
  [undefined, 'a/b', 'a/b'],
  [undefined, undefined, 'application/octet-stream'],
  [undefined, 'text/plain; name="a b"', 'text/plain'],
  [undefined, 'text/plain\r\nX: y', 'application/octet-stream'],
  ['a/b\r\nX: y', undefined, 'application/octet-stream'],
])('the contract expects %j, the sender says %j: %s', (expected, said, media) => {
  expect(partMedia(expected, said === undefined ? undefined : { media: said })).toBe(media);
});

it.each([
  ['application/pdf', 'image/png'],
  ['image/png, image/jpeg', 'image/gif'],
  ['image/*', 'imagery/gif'],
])(
  'the contract expects %j, and %j is refused: it is neither sent as another type nor as what nobody expects',
  (expected, said) => {
    expect(() => partMedia(expected, { media: said }, 'scan')).toThrow(
      `the attachment "scan" is ${said}, and must be ${expected}`,
    );
  },
);

it('a refusal names the part and its file to the sender, and neither to logs', () => {
  const label = { media: 'image/gif; x=1', fileName: 'a"b\r\n.gif', place: 'the part "files[0]"' };
  const { message, safeMessage } = otherMedia('image/png', label);
  expect(message).toBe('the part "files[0]" (file "ab.gif") is image/gif, and must be image/png');
  expect(safeMessage).toBe('the attachment must be image/png');
});

it.each([
  ['application/pdf', 'image/png, image/*', false],
  ['image/png, image/*', 'application/pdf', false],
  ['image/gif', 'image/png, image/*', true],
  ['image/*', 'IMAGE/png;q=0.5', true],
  ['image/*', 'text/*, image/*', true],
  ['*/*', 'a/b', true],
  ['a/b', 'application/octet-stream', true],
  ['image/*', 'imagery/gif', false],
])('%j and %j have a type in common: %j', (one, another, expected) => {
  expect(overlap(one, another)).toBe(expected);
});
