// A client of Apache CXF in Java, whose classes wsdl2java makes from the contract that a service shows. They are made once into .cache.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cxf } from '../../scripts/setup/java.ts';
import { type Client, conversation, type Open } from './callers.ts';

/** Why CXF cannot run on this machine; undefined where it can. Tests that need it are then not run, and say so in their names. */
export const noCxf: string | undefined = cxf.missing;

/** SOAP 1.1, with validation by the schemas of the contract on. */
export const openCxf: Open = async (wsdl): Promise<Client> => {
  const folder = await madeFrom(wsdl);
  const service = readFileSync(join(folder, 'service'), 'utf8');
  // What is compiled in a hurry is enough for a client of some minutes.
  return conversation('java', [
    '-XX:TieredStopAtLevel=1',
    '-Xshare:auto',
    '-cp',
    `${folder}:${cxf.jars}`,
    'Call',
    service,
    wsdl,
  ]);
};

const cache = join(import.meta.dirname, '../../.cache/peers');
const source = join(import.meta.dirname, 'cxf/Call.java');
const run = promisify(execFile);
/** In ms: who has made nothing after that has been ended. */
const LONGEST = 300_000;

/** The folder of the classes. */
async function madeFrom(wsdl: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(source)).update(cxf.jars);
  for (const document of await documentsOf(wsdl)) hash.update(document);
  const folder = join(cache, `cxf-${hash.digest('hex').slice(0, 16)}`);
  while (!existsSync(folder)) await makeAlone(wsdl, folder);
  return folder;
}

/** What takes a minute is done by one process, for which others wait. */
async function makeAlone(wsdl: string, folder: string): Promise<void> {
  const lock = `${folder}.lock`;
  mkdirSync(cache, { recursive: true });
  try {
    mkdirSync(lock);
  } catch {
    if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST)
      rmSync(lock, { recursive: true, force: true });
    return setTimeout(200);
  }
  try {
    await make(wsdl, folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** The WSDL and its schemas. Where they are served says nothing about the classes. */
async function documentsOf(wsdl: string): Promise<string[]> {
  const found = new Map<string, string>();
  const pending = [wsdl];
  for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
    if (found.has(url)) continue;
    const text = await (await fetch(url)).text();
    found.set(url, text.replaceAll(new URL(url).origin, ''));
    for (const [, location] of text.matchAll(/schemaLocation="([^"]*)"/g))
      pending.push(new URL(location.replaceAll('&amp;', '&'), url).href);
  }
  return [...found.values()].toSorted();
}

async function make(wsdl: string, folder: string): Promise<void> {
  const room = mkdtempSync(join(cache, 'build-'));
  const sources = join(room, 'sources');
  // Every operation takes its one element and returns one.
  const options = ['-bareMethods', '-autoNameResolution', '-d', sources];
  await run('java', ['-cp', cxf.jars, 'org.apache.cxf.tools.wsdlto.WSDLToJava', ...options, wsdl]);
  const files = globSync('**/*.java', { cwd: sources });
  writeFileSync(join(room, 'files'), [source, ...files.map((file) => join(sources, file))].join('\n'));
  const classes = join(room, 'classes');
  await run('javac', ['-proc:none', '-nowarn', '-d', classes, '-cp', cxf.jars, `@${join(room, 'files')}`]);
  const service = files.find((file) =>
    readFileSync(join(sources, file), 'utf8').includes('@WebServiceClient'),
  ) as string;
  writeFileSync(join(classes, 'service'), service.replace(/\.java$/, '').replaceAll('/', '.'));
  // Appears at once and whole.
  renameSync(classes, folder);
  rmSync(room, { recursive: true });
}
