// Where the outcomes of checks are between starts: beside the compiled code of this build, or in the folder of a setting.
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { SnapshotFolder } from '../mapping/snapshot/snapshot-folder.ts';
import { version } from './package.ts';

/** Digest of the bundled program. */
declare const BUNDLED_BUILD: string | undefined;

/** undefined: a program that is run from its files has no build, and changes while its version stays. */
export function openTableCache(setting: string | undefined): SnapshotFolder | undefined {
  if (typeof BUNDLED_BUILD !== 'string' || setting === 'off') return undefined;
  const beside = getCompileCacheDir();
  const folder = setting ?? (beside && join(beside, 'tables'));
  return folder === undefined
    ? undefined
    : new SnapshotFolder(folder, `${version()} ${BUNDLED_BUILD} ${process.version}`);
}
