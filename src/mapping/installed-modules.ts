// TypeScript of installed tables: Node.js strips types everywhere but below `node_modules`, and there are the tables that packages bring.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** URLs of folders, with a slash at the end. */
const folders = new Set<string>();

/** From now on TypeScript in the folder of `file`, and below it, can be imported, installed or not. */
export function allowInstalled(file: string): void {
  const folder = dirname(realpathSync(file));
  if (!`${folder}${sep}`.includes(`${sep}node_modules${sep}`)) return;
  if (folders.size === 0) stripThere();
  folders.add(pathToFileURL(`${folder}${sep}`).href);
}

/** Loaded where it is used: most tables have no module. */
function stripThere(): void {
  const { registerHooks, stripTypeScriptTypes } = process.getBuiltinModule('node:module');
  registerHooks({
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      return {
        format: 'module',
        source: stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8')),
        shortCircuit: true,
      };
    },
  });
}

function isOurs(url: string): boolean {
  if (!/\.m?ts(?:\?|$)/.test(url)) return false;
  for (const folder of folders) if (url.startsWith(folder)) return true;
  return false;
}
