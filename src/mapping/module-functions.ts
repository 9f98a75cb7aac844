// The functions of a table: what its module exports.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { displayPath } from '../file/display-path.ts';
import { readTextBounded } from '../file/read-file.ts';
import { type FunctionPair, isFunctionPair } from '../pattern/converters/pair.ts';
import { readAsModules } from './typescript-modules.ts';

const MODULES = ['module.ts', 'module.mts', 'module.js', 'module.mjs'];

/** The pairs of functions of the folder's module: exported objects with the functions `in` and `out`. */
export async function readModule(dir: string): Promise<ReadonlyMap<string, FunctionPair>> {
  const name = MODULES.find((m) => existsSync(join(dir, m)));
  if (name === undefined) return new Map();
  const file = resolve(dir, name);
  if (/ts$/.test(name)) readAsModules(file);
  const exported = await importModule(file);
  return new Map(Object.entries(exported).filter((e): e is [string, FunctionPair] => isFunctionPair(e[1])));
}

/** An error while the module loads is a problem of the mapping. */
async function importModule(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(moduleUrl(file))) as Record<string, unknown>;
  } catch (error) {
    const [reason] = String(error).split('\n');
    throw new Problems([new SoapstoneError('MAPPING_READ', `${displayPath(file)} cannot be loaded: ${reason}`)]);
  }
}

/** Texts of modules by file, as they were first imported. */
const imported = new Map<string, string>();

/** node imports a changed module again only under another URL. */
function moduleUrl(file: string): string {
  const url = pathToFileURL(file);
  const digest = createHash('sha256').update(readTextBounded(file)).digest('base64url');
  const first = imported.get(file) ?? digest;
  imported.set(file, first);
  if (digest !== first) url.searchParams.set('text', digest);
  return url.href;
}
