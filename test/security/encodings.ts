// Spellings of a document that could hide `<!DOCTYPE` from a reader that looks for bytes.

/** Code page 037 of U+0020 to U+007E. */
const EBCDIC = Buffer.from(
  '405a7f7b5b6c507d4d5d5c4e6b604b61f0f1f2f3f4f5f6f7f8f97a5e4c7e6e6f7cc1c2c3c4c5c6c7c8c9d1d2d3d4d5d6d7d8d9e2e3e4e5e6e7e8e9bae0bbb06d79818283848586878889919293949596979899a2a3a4a5a6a7a8a9c04fd0a1',
  'hex',
);

export interface Encoding {
  readonly name: string;
  readonly charset?: string;
  encode(text: string): Uint8Array;
}

const declared = (text: string, name: string) => `<?xml version="1.0" encoding="${name}"?>${text}`;
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf7 = (text: string) =>
  text.replace(
    /[<>!&"]/g,
    (c) =>
      `+${Buffer.from([0, c.charCodeAt(0)])
        .toString('base64')
        .replace(/=+$/, '')}-`,
  );

function utf32(text: string): Buffer {
  const bytes = Buffer.alloc(4 * (text.length + 1));
  bytes.writeUInt32BE(0xfeff, 0);
  for (let i = 0; i < text.length; i++) bytes.writeUInt32BE(text.charCodeAt(i), 4 * (i + 1));
  return bytes;
}

/** Texts are ASCII. */
export const encodings: readonly Encoding[] = [
  { name: 'UTF-8', encode: (text) => Buffer.from(text) },
  { name: 'UTF-8 with a mark', encode: (text) => Buffer.from(`\ufeff${text}`) },
  { name: 'UTF-16LE with a mark', encode: (text) => utf16(`\ufeff${text}`) },
  { name: 'UTF-16BE with a mark', encode: (text) => utf16(`\ufeff${text}`).swap16() },
  { name: 'UTF-16LE without a mark', encode: utf16 },
  { name: 'UTF-16 by charset', charset: 'utf-16', encode: utf16 },
  { name: 'UTF-16BE declared', encode: (text) => utf16(declared(text, 'UTF-16')).swap16() },
  { name: 'UTF-7', encode: (text) => Buffer.from(declared(utf7(text), 'UTF-7')) },
  { name: 'UTF-7 by charset', charset: 'utf-7', encode: (text) => Buffer.from(utf7(text)) },
  { name: 'UTF-32', encode: utf32 },
  {
    name: 'EBCDIC',
    encode: (text) => Buffer.from([...declared(text, 'cp037')].map((c) => EBCDIC[c.charCodeAt(0) - 0x20] ?? 0x25)),
  },
  { name: 'ISO-2022-JP', encode: (text) => Buffer.from(`${declared('', 'iso-2022-jp')}\x1b(J${text}\x1b(B`, 'latin1') },
  { name: 'overlong UTF-8', encode: (text) => Buffer.from(text.replace('<!', '\xc0\xbc!'), 'latin1') },
];
