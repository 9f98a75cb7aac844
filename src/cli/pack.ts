// `soapstone pack`: a mapping, its contract and what was checked of them in advance, as an image that a registry keeps.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type LoadOptions, loadMapping, mappingFolder } from '../mapping/load.ts';
import { refuseFilesElsewhere } from './archive/contract-files.ts';
import { copyMapping, entriesOf } from './archive/folder-files.ts';
import { emptyImage, type Image, readArchive, withLayer, writeArchive } from './archive/oci-archive.ts';
import { compileBeside } from './compile.ts';
import { OK } from './report.ts';

interface PackFlags {
  /** File to write. */
  readonly output: string;
  /** Archive of the image to put the mapping on; by default there is none. */
  readonly base?: string;
  /** Name and tag of the image; that of the folder by default. */
  readonly tag?: string;
  /** Architecture as Go names it; this machine's by default. */
  readonly arch?: string;
}

/** Folder of the mapping in an image that has other files too. */
const FOLDER = 'mapping';

/** Writes the archive. @throws Problems of the mapping; SoapstoneError SETTINGS where it is no whole by itself, and for a base that is none. */
export async function pack(source: string, flags: PackFlags, options: LoadOptions): Promise<number> {
  const folder = mappingFolder(source);
  const base = flags.base === undefined ? emptyImage(flags.arch ?? goArchitecture()) : readBase(flags.base);
  const room = mkdtempSync(join(tmpdir(), 'soapstone-pack-'));
  try {
    const copy = join(room, FOLDER);
    copyMapping(folder, copy);
    await refuseFilesElsewhere(folder, copy, options);
    const size = await compileCopy(folder, room, options);
    const image =
      flags.base === undefined
        ? withLayer(base, entriesOf(copy, ''), [])
        : withLayer(base, entriesOf(room, ''), [`SOAPSTONE_MAPPING=/${FOLDER}`]);
    const name = fullName(flags.tag ?? `${imageName(resolve(folder))}:latest`);
    const { bytes, digest } = writeArchive(image, name);
    write(flags.output, bytes);
    const checked = size === 0 ? 'not checked in advance' : 'checked in advance';
    process.stdout.write(`${flags.output}: ${name}, ${counted(bytes.length, 'byte')}, ${checked}\n${digest}\n`);
    return OK;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function readBase(file: string): Image {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new SoapstoneError('SETTINGS', `--base ${file}: there is no such file`);
  const image = stats.isFile() ? readArchive(readFileSync(file)) : undefined;
  if (image === undefined)
    throw new SoapstoneError('SETTINGS', `--base ${file} is no OCI archive of one image: npm run image writes one`);
  return image;
}

/** Go's name, which images have. */
function goArchitecture(): string {
  return { x64: 'amd64', ia32: '386' }[arch() as string] ?? arch();
}

/** With a host, as engines and kubelets write it: a kubelet does not find an image that containerd has under a short name. */
function fullName(name: string): string {
  const [host, ...path] = name.split('/');
  const hasHost = path.length > 0 && (/[.:]/.test(host) || host === 'localhost');
  return hasHost ? name : `localhost/${name}`;
}

/** A name that registries take. */
function imageName(folder: string): string {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || FOLDER
  );
}

function write(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    throw new SoapstoneError('SETTINGS', `-o ${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}

/**
 * Checks the copy where it has the same name in each run, so that the same files give the same image. Returns how many bytes that gives.
 * @throws with the places of the folder itself
 */
async function compileCopy(folder: string, room: string, options: LoadOptions): Promise<number> {
  const place = process.cwd();
  try {
    process.chdir(room);
    return (await compileBeside(FOLDER, options)).size;
  } catch (error) {
    process.chdir(place);
    await loadMapping(folder, options);
    throw error;
  } finally {
    process.chdir(place);
  }
}
