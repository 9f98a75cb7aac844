// Runs a program in an image's files as a container would: a PID namespace of its own in which it is process 1, a read-only root, no rights. Needs root.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Container {
  /** `unshare`, which ends with its program. */
  readonly child: ChildProcess;
  /** Process 1 of the container, as this machine numbers it; undefined when it is not there yet. */
  pid(): number | undefined;
}

export interface ContainerOptions {
  /** Folder on this machine → place in the image, which must be there. */
  readonly mounts?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const SETUP = `set -e
root=$1; mounts=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t proc proc "$root/proc"
for pair in $mounts; do mount --bind "\${pair%%:*}" "$root\${pair#*:}"; done
exec chroot --userspec=65532:65532 "$root" "$@"
`;

/** The network is this machine's. */
export function runInImage(rootfs: string, command: readonly string[], options: ContainerOptions = {}): Container {
  const mounts = Object.entries(options.mounts ?? {}).map(([from, to]) => `${from}:${to}`);
  const isolation = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', SETUP, 'sh'];
  const child = spawn('unshare', [...isolation, rootfs, mounts.join(' '), ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...options.environment },
  });
  return { child, pid: () => childOf(child.pid as number) };
}

function childOf(pid: number): number | undefined {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return first === '' ? undefined : Number(first);
}
