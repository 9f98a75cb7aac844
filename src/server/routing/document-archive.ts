// Documents about REST faces that an earlier start has made, named by a digest of all that they are made from, so that no stale one is found. Nothing here is needed:
// what cannot be read is made again. A file has a line with the version of the format, SHA-256 of all that follows, and two forms of the document: brotli, with its
// length before it (u32, little endian), and gzip.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { mappingFolder } from '../../mapping/load.ts';
import type { Snapshots } from '../../mapping/snapshot/snapshot-folder.ts';
import type { DocumentedBridge } from '../bridges/document-paths.ts';
import { type Content, contentOf, publicUrlIn, securityIn } from './document-content.ts';

export type Archive = Pick<Snapshots, 'program' | 'read' | 'keep'>;

const MAGIC = 'soapstone-document 1\n';
const HASH_BYTES = 32;
/** Larger ones are made again. */
const MOST_BYTES = 16 * 1024 * 1024;

/** `parts`: what selects the document among those of the bridges. */
export async function archived(
  archive: Archive | undefined,
  bridges: readonly DocumentedBridge[],
  parts: readonly unknown[],
  make: () => Promise<Content | undefined>,
): Promise<Content | undefined> {
  const name = archive && nameOf(archive, bridges, parts);
  if (name === undefined) return make();
  const folder = mappingFolder(bridges[0].settings.mapping);
  for (const file of archive!.read(folder, name)) {
    const earlier = await unpacked(file).catch(() => undefined);
    if (earlier) return earlier;
  }
  const content = await make();
  if (content) archive!.keep(folder, name, packed(content));
  return content;
}

/** undefined: there is no digest of one of the tables. */
function nameOf(
  { program }: Archive,
  bridges: readonly DocumentedBridge[],
  parts: readonly unknown[],
): string | undefined {
  const tables = bridges.map(({ mapping }) => mapping.digest);
  if (tables.includes(undefined)) return undefined;
  const security = [...securityIn(bridges).values()].map(
    (one) => one && [[...one.schemes], one.optional, [...one.accesses]],
  );
  const text = JSON.stringify([program, tables, security, publicUrlIn(bridges), parts]);
  return `${createHash('sha256').update(text).digest('base64url')}.document`;
}

/** undefined: it is too large. */
async function packed({ forms }: Content): Promise<Uint8Array | undefined> {
  const [br, gzip] = await Promise.all([forms.get('br'), forms.get('gzip')]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(br.length);
  const after = Buffer.concat([length, br, gzip]);
  return after.length > MOST_BYTES ? undefined : Buffer.concat([Buffer.from(MAGIC), hashOf(after), after]);
}

/** undefined: of another version, or damaged. */
async function unpacked(file: Uint8Array): Promise<Content | undefined> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const start = MAGIC.length + HASH_BYTES;
  const after = bytes.subarray(start);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  if (!hashOf(after).equals(bytes.subarray(MAGIC.length, start))) return undefined;
  const end = 4 + after.readUInt32LE(0);
  const [br, gzip] = [after.subarray(4, end), after.subarray(end)];
  return contentOf(await promisify(brotliDecompress)(br), [
    ['br', br],
    ['gzip', gzip],
  ]);
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
