// What a machine must have so that a cluster can be made on it.
import { onPath } from '../setup/on-path.ts';

export interface Machine {
  /** As `process.platform` has it. */
  readonly platform: string;
  readonly isRoot: boolean;
  /** Programs that are there. */
  has(program: string): boolean;
}

export const thisMachine: Machine = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  has: (program) => onPath(program),
};

/** Why no cluster can be made here; undefined where it can. */
export function whyNot({ platform, isRoot, has }: Machine): string | undefined {
  if (platform !== 'linux') return `needs Linux, and this is ${platform}`;
  if (!isRoot) return 'needs root, for namespaces and containers';
  if (!has('apt-get')) return 'needs apt-get, for the packages of Debian';
  if (!has('go')) return 'needs Go, which builds Kubernetes';
  return undefined;
}

/** Program → the package of Debian that has it. */
const PACKAGES = {
  iptables: 'iptables',
  ip: 'iproute2',
  openssl: 'openssl',
  setpriv: 'util-linux',
  buildah: 'buildah',
  busybox: 'busybox-static',
  'redis-server': 'redis-server',
  prometheus: 'prometheus',
} as const;

export function missingPackages({ has }: Machine): string[] {
  return Object.entries(PACKAGES)
    .filter(([program]) => !has(program))
    .map(([, name]) => name);
}
