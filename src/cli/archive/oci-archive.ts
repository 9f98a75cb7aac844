// Images as archives: an image layout in a tar file (OCI image spec 1.1, image-layout.md). Knows nothing about mappings.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { readTar, type TarEntry, tarOf } from './tar.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';
/** That of an image of which only the content counts. */
const CREATED = '1970-01-01T00:00:00Z';

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

interface ImageConfig {
  readonly architecture: string;
  readonly os: string;
  readonly config?: { readonly Env?: readonly string[]; readonly Labels?: Readonly<Record<string, string>> };
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
  readonly history?: readonly unknown[];
}

/** An image, and the blobs that it has. */
export interface Image {
  readonly config: ImageConfig;
  readonly layers: readonly Descriptor[];
  readonly blobs: readonly Uint8Array[];
}

/** An image without any file, of an architecture as Go names it. */
export function emptyImage(architecture: string): Image {
  return {
    config: { architecture, os: 'linux', config: {}, rootfs: { type: 'layers', diff_ids: [] } },
    layers: [],
    blobs: [],
  };
}

/** With one more layer. `environment`: NAME=value, beside those that are there. */
export function withLayer(
  { config, layers, blobs }: Image,
  entries: readonly TarEntry[],
  environment: readonly string[],
): Image {
  const tar = tarOf(entries);
  const layer = gzipSync(tar, { level: 9 });
  const { config: runtime = {}, rootfs, history = [] } = config;
  return {
    config: {
      ...config,
      config: { ...runtime, Env: [...(runtime.Env ?? []), ...environment] },
      rootfs: { type: 'layers', diff_ids: [...rootfs.diff_ids, digestOf(tar)] },
      history: [...history, { created: CREATED, created_by: 'soapstone pack' }],
    },
    layers: [...layers, { mediaType: LAYER, digest: digestOf(layer), size: layer.length }],
    blobs: [...blobs, layer],
  };
}

export interface Archive {
  readonly bytes: Uint8Array;
  /** Of the manifest: the digest by which a registry has the image. */
  readonly digest: string;
}

/** `name`: with a tag, by which tools import it. */
export function writeArchive({ config, layers, blobs }: Image, name: string): Archive {
  const settings = json(config);
  const manifest = json({
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: descriptor(CONFIG, settings),
    layers,
  });
  const annotations = { 'org.opencontainers.image.ref.name': name };
  const index = {
    schemaVersion: 2,
    mediaType: INDEX,
    manifests: [{ ...descriptor(MANIFEST, manifest), annotations }],
  };
  const all = new Map([...blobs, settings, manifest].map((blob) => [blobPath(digestOf(blob)), blob]));
  const files = [
    { path: 'oci-layout', bytes: json({ imageLayoutVersion: '1.0.0' }) },
    { path: 'index.json', bytes: json(index) },
    ...[...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => ({ path, bytes })),
  ];
  return { bytes: tarOf(files), digest: digestOf(manifest) };
}

/** The image of an archive that has one; undefined: it is no such archive, or a blob is not what its digest says. */
export function readArchive(bytes: Uint8Array): Image | undefined {
  const files = readTar(bytes);
  const blob = (digest: unknown): Uint8Array | undefined => {
    const found = files?.get(blobPath(String(digest)));
    return found && digestOf(found) === digest ? found : undefined;
  };
  try {
    const { manifests } = parsed(files?.get('index.json')) as { manifests: readonly Descriptor[] };
    if (manifests.length !== 1) return undefined;
    const manifest = parsed(blob(manifests[0].digest)) as { config: Descriptor; layers: readonly Descriptor[] };
    const config = parsed(blob(manifest.config.digest)) as ImageConfig;
    const blobs = manifest.layers.map(({ digest }) => blob(digest) ?? missing());
    const { architecture, os, rootfs } = config;
    const isWhole = [architecture, os, ...rootfs.diff_ids].every((word) => typeof word === 'string');
    return isWhole && rootfs.diff_ids.length === blobs.length ? { config, layers: manifest.layers, blobs } : undefined;
  } catch {
    return undefined;
  }
}

function parsed(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes ?? missing()));
}

function missing(): never {
  throw new Error('a file of the archive is missing');
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function descriptor(mediaType: string, bytes: Uint8Array): Descriptor {
  return { mediaType, digest: digestOf(bytes), size: bytes.length };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function blobPath(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}
