// Files out of source packages of Debian and its children. Nothing of the system changes, and nobody needs to be root: apt works here on
// folders of its own, with the machine's own sources, whose keys it checks as ever.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './on-path.ts';

const ETC = '/etc/apt';

/** Puts the folder `path` of a source package at `target`. False when apt has no such package here, or no archive of it. */
export function unpackSource(name: string, path: string, target: string): boolean {
  if (!onPath('apt-get') || !onPath('tar') || !existsSync(ETC)) return false;
  mkdirSync(join(target, '..'), { recursive: true });
  const room = mkdtempSync(`${target}-`);
  try {
    const apt = sourcesOnly(room);
    // Sources of others may have no source packages, or be away: what counts is whether ours is found.
    run('apt-get', [...apt, '-q', 'update'], room);
    return versions(apt, name).some((version) => fetched(apt, `${name}=${version}`, path, room, target));
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Options of apt under which the machine's sources are sources of source packages. */
function sourcesOnly(room: string): string[] {
  for (const folder of ['sources', 'lists/partial', 'cache/archives/partial'])
    mkdirSync(join(room, folder), { recursive: true });
  const parts = join(ETC, 'sources.list.d');
  const files = [
    join(ETC, 'sources.list'),
    ...(existsSync(parts) ? readdirSync(parts).map((f) => join(parts, f)) : []),
  ];
  for (const [i, file] of files.filter((one) => existsSync(one) && /\.(list|sources)$/.test(one)).entries()) {
    const text = readFileSync(file, 'utf8');
    const old = file.endsWith('.list');
    const ours = old ? text.replace(/^\s*deb(?=[ \t])/gm, 'deb-src') : text.replace(/^Types:.*$/gm, 'Types: deb-src');
    writeFileSync(join(room, 'sources', `${i}.${old ? 'list' : 'sources'}`), ours);
  }
  const options = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(room, 'sources'),
    'Dir::State::lists': join(room, 'lists'),
    'Dir::Cache': join(room, 'cache'),
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    // The folders are ours alone: apt's own user could not write there.
    ...(process.getuid?.() === 0 && { 'APT::Sandbox::User': 'root' }),
  };
  return Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
}

/** Newest first: a mirror may have lost the archives of one. */
function versions(apt: readonly string[], name: string): string[] {
  const { stdout } = spawnSync('apt-cache', [...apt, 'showsrc', '--only-source', name], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^Version: (\S+)$/gm)].map(([, version]) => version).reverse();
}

function fetched(apt: readonly string[], which: string, path: string, room: string, target: string): boolean {
  console.error(`setup-tests: apt-get source ${which}`);
  const fetch = ['-q', 'source', '--download-only', '--tar-only', '--only-source', which];
  if (!run('apt-get', [...apt, ...fetch], room)) return false;
  const archive = readdirSync(room).find((file) => /\.orig\.tar\.\w+$/.test(file));
  if (!archive || !run('tar', ['-xf', archive, '--wildcards', `*/${path}/*`], room)) return false;
  const found = readdirSync(room).find((folder) => existsSync(join(room, folder, path)));
  if (!found) return false;
  cpSync(join(room, found, path), target, { recursive: true });
  return true;
}

function run(program: string, args: readonly string[], cwd: string): boolean {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] }).status === 0;
}
