// A run has network, mounts and processes of its own: the kernel ends and unmounts all of them when its first process ends, however that comes about.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const CGROUPS = '/sys/fs/cgroup';
const PREFIX = 'soapstone-cluster-';

/** Runs `command` with the path of an empty folder behind it, which is a file system of its own in there. Resolves with its exit code. */
export async function inNamespaces(command: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  try {
    // The shell is process 1, and reaps what nobody else waits for.
    const first = ['sh', '-c', '"$@"; exit $?', 'sh', ...command, folder];
    const isolate = ['--kill-child', '--fork', '--pid', '--mount-proc', '--net', '--ipc', '--uts'];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...isolate, ...first], { stdio: 'inherit' });
    const end = () => void child.kill('SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    removeCgroups(basename(folder));
    removeEmpty(folder);
  }
}

/** In the namespaces. What programs write to their usual places stays below `folder`, in memory. Returns the name of the cgroup. */
export function isolate(folder: string): string {
  run('mount', '-t', 'tmpfs', '-o', 'size=12g', 'cluster', folder);
  run('mount', '-t', 'tmpfs', '-o', 'mode=755', 'cluster', '/run');
  for (const place of ['/var', '/etc']) {
    const [upper, work] = [join(folder, 'over', place), join(folder, 'over', `${place}.work`)];
    for (const one of [upper, work]) mkdirSync(one, { recursive: true });
    run('mount', '-t', 'overlay', '-o', `lowerdir=${place},upperdir=${upper},workdir=${work}`, 'cluster', place);
  }
  run('ip', 'link', 'set', 'lo', 'up');
  const name = basename(folder);
  for (const hierarchy of hierarchies()) mkdirSync(join(hierarchy, name), { recursive: true });
  preferCpu(name);
  return name;
}

/** Pods ask for little, and then get little beside whatever else this machine does: gateways would shed load, as they must. Here they come first. */
function preferCpu(name: string): void {
  const [shares, weight] = [join(CGROUPS, 'cpu', name, 'cpu.shares'), join(CGROUPS, name, 'cpu.weight')];
  if (existsSync(shares)) writeFileSync(shares, '100000');
  else if (existsSync(weight)) writeFileSync(weight, '10000');
}

/** Fails where something is still mounted or kept: then it stays to be looked at. */
function removeEmpty(folder: string): void {
  if (readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${folder}`))
    throw new Error(`${folder} is still mounted`);
  rmdirSync(folder);
}

function removeCgroups(name: string): void {
  for (const hierarchy of hierarchies()) removeFolders(join(hierarchy, name));
}

function removeFolders(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeFolders(join(folder, entry.name));
  rmdirSync(folder);
}

/** One in version 2; in version 1 one for each controller. */
function hierarchies(): string[] {
  if (existsSync(join(CGROUPS, 'cgroup.controllers'))) return [CGROUPS];
  return readdirSync(CGROUPS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(CGROUPS, name));
}

export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
