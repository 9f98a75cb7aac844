// `soapstone pack`: a mapping, its contract and what was checked of them in advance, as an image that a registry keeps.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { isRemote } from '../contract/source/location.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { contractLocation, type LoadOptions, loadMapping, mappingFolder } from '../mapping/load.ts';
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
  refuseContractElsewhere(folder);
  const room = mkdtempSync(join(tmpdir(), 'soapstone-pack-'));
  try {
    const copy = join(room, FOLDER);
    copyMapping(folder, copy);
    const size = await compileCopy(folder, room, options);
    const image =
      flags.base === undefined
        ? withLayer(base, entriesOf(copy, ''), [])
        : withLayer(base, entriesOf(room, ''), [`SOAPSTONE_MAPPING=/${FOLDER}`]);
    const name = flags.tag ?? `${imageName(resolve(folder))}:latest`;
    const { bytes, digest } = writeArchive(image, name);
    writeFileSync(flags.output, bytes);
    const checked = size === 0 ? 'not checked in advance' : 'checked in advance';
    process.stdout.write(`${flags.output}: ${name}, ${counted(bytes.length, 'byte')}, ${checked}\n${digest}\n`);
    return OK;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function readBase(file: string): Image {
  const image = statSync(file, { throwIfNoEntry: false })?.isFile() ? readArchive(readFileSync(file)) : undefined;
  if (image === undefined)
    throw new SoapstoneError('SETTINGS', `--base ${file} is no OCI archive of one image: npm run image writes one`);
  return image;
}

/** Go's name, which images have. */
function goArchitecture(): string {
  return { x64: 'amd64', ia32: '386' }[arch() as string] ?? arch();
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

function refuseContractElsewhere(folder: string): void {
  const contract = contractLocation(folder);
  if (contract === undefined || (!isRemote(contract) && !relative(folder, contract).startsWith('..'))) return;
  throw new SoapstoneError(
    'SETTINGS',
    `the contract ${contract} is not in the folder ${folder}: soapstone compile ${contract} -o ${join(folder, 'service.contract')}, and name that file in the table`,
  );
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
