import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function onPath(program: string): boolean {
  return fileOnPath(program) !== undefined;
}

/** The first file of this name that may be run. */
export function fileOnPath(program: string): string | undefined {
  const files = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
