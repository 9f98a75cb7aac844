// Programs of the machine that bring or build what is compared.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cache, Missing } from './front.ts';

/** Throws `Missing` where the program is not here or fails; what it said goes to stderr. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): void {
  console.error(`peers: ${program} ${args.slice(0, 6).join(' ')}`);
  const { status, error, stderr, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  });
  if (status === 0) return;
  const said = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n');
  console.error(said.slice(-20).join('\n'));
  throw new Missing(`\`${basename(program)}\` ${error ? 'is not here' : 'failed'}`);
}

const TYPES = /^(?:export )?(?:interface [\s\S]*?^\}|type [\s\S]*?;)$/gm;
const NOTHING = /^\s*(?:$|\/\/|#|\/?\*)/;

/** Lines that are neither empty nor comments nor declarations of types. */
export function linesOf(...texts: readonly string[]): number {
  const lines = texts.flatMap((text) => text.replaceAll(TYPES, '').split('\n'));
  return lines.filter((line) => !NOTHING.test(line)).length;
}

export function versionOf(packageFolder: string): string {
  return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Makes a folder of the cache once: `build` gets a draft of it, which takes its place when all went well. */
export function once(name: string, build: (folder: string) => void): string {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  build(draft);
  renameSync(draft, folder);
  return folder;
}

/** The files of one tag, which must be that commit. */
export function checkout(folder: string, repository: string, tag: string, commit: string): void {
  const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args]);
  git('init', '-q');
  git('fetch', '-q', '--depth', '1', `https://github.com/${repository}`, tag);
  git('checkout', '-q', commit, '--', '.');
}

/** Home of a JDK of that version or newer: JAVA_HOME, or one of /usr/lib/jvm. */
export function javaHome(least: number): string {
  const homes = [process.env.JAVA_HOME ?? '', ...globSync('/usr/lib/jvm/*')];
  const found = homes.find((home) => {
    const { stdout } = spawnSync(join(home, 'bin/javac'), ['-version'], { encoding: 'utf8' });
    return Number(/^javac (\d+)/.exec(stdout ?? '')?.[1]) >= least;
  });
  if (found === undefined) throw new Missing(`no JDK ${least} or newer`);
  return found;
}
