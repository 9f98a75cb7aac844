// Loads the TypeScript functions of a table from any folder. Node.js refuses TypeScript below `node_modules`, where packages have
// tables, and reads files as CommonJS where a package.json above them says so.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** URLs of folders, with a slash at the end. */
const folders = new Set<string>();

/** Reads TypeScript in the folder of `file` and below as ES modules from now on. */
export function readAsModules(file: string): void {
  if (folders.size === 0) addHook();
  folders.add(pathToFileURL(`${dirname(realpathSync(file))}${sep}`).href);
}

/** Loads node:module only when needed: most tables have no module. */
function addHook(): void {
  const { registerHooks, stripTypeScriptTypes } = process.getBuiltinModule('node:module');
  registerHooks({
    load(url, context, next) {
      if (!isOfTable(url)) return next(url, context);
      if (!url.includes('/node_modules/')) return next(url, { ...context, format: 'module-typescript' });
      const text = readFileSync(fileURLToPath(url), 'utf8');
      const source = withoutNotice(() => stripTypeScriptTypes(text));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** Node.js warns on standard error that type stripping is experimental: who runs a table cannot do anything about it. */
function withoutNotice<T>(strip: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...options: unknown[]) => {
    const isNotice = options[0] === 'ExperimentalWarning' && String(warning).startsWith('stripTypeScriptTypes ');
    if (!isNotice) Reflect.apply(emitWarning, process, [warning, ...options]);
  };
  try {
    return strip();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isOfTable(url: string): boolean {
  if (!/\.m?ts(?:\?|$)/.test(url)) return false;
  for (const folder of folders) if (url.startsWith(folder)) return true;
  return false;
}
