// Where the outcomes of checks are between starts: beside their tables, and beside the compiled code of this build or in the folder of a setting.
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { SnapshotFolder } from '../mapping/snapshot/snapshot-folder.ts';
import { version } from './package.ts';

/** Digest of the bundled program. */
declare const BUNDLED_BUILD: string | undefined;

/** undefined: a program that is run from its files has no build, and changes while its version stays. */
export function openTableCache(setting: string | undefined): SnapshotFolder | undefined {
  const program = programBuild();
  if (program === undefined || setting === 'off') return undefined;
  const code = getCompileCacheDir();
  return new SnapshotFolder(setting ?? (code && join(code, 'tables')), program);
}

/** What may find the same in a table: this build, on the same line of releases of Node.js. */
export function programBuild(): string | undefined {
  const [line] = process.versions.node.split('.');
  return typeof BUNDLED_BUILD === 'string' ? `${version()} ${BUNDLED_BUILD} Node.js ${line}` : undefined;
}
