// The files of the interactive docs page, compressed, with the licences of what is in them: the package needs no Swagger UI at run time.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  CODED_ENDS,
  DOCS_FOLDER,
  DOCS_SOURCES,
  type DocsFile,
  readDocsSource,
} from '../src/server/routing/docs-files.ts';

const LICENCES = {
  LICENSE: 'swagger-ui.LICENSE.txt',
  NOTICE: 'swagger-ui.NOTICE.txt',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui.js.LICENSE.txt',
};
export const SWAGGER_UI = 'node_modules/swagger-ui-dist';
/** The best: a page is built once. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** `dist`: the folder of the build's output. */
export async function copyDocsFiles(dist: string): Promise<void> {
  const folder = join(dist, basename(DOCS_FOLDER));
  await mkdir(folder, { recursive: true });
  const root = pathToFileURL(`${process.cwd()}/`);
  const names = Object.keys(DOCS_SOURCES) as DocsFile[];
  await Promise.all([
    ...names.map(async (name) => writeForms(join(folder, name), await readDocsSource(name, root))),
    ...Object.entries(LICENCES).map(([from, to]) => copyFile(join(SWAGGER_UI, from), join(folder, to))),
  ]);
}

async function writeForms(file: string, bytes: Buffer): Promise<void> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, BROTLI), promisify(gzip)(bytes, { level: 9 })]);
  await Promise.all([
    writeFile(file, bytes),
    writeFile(file + CODED_ENDS.br, br),
    writeFile(file + CODED_ENDS.gzip, gz),
  ]);
}
