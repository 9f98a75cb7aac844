// podman with images and containers in a folder of its own, as root. It asks for no systemd and no bridge: so it runs inside of a
// container too.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Open files, and processes. By default podman asks for more than root may have where it has no right to raise limits. */
const LIMIT = 4096;

export class Podman {
  /** Under which podman, and programs that call it, work in the folder. */
  readonly environment: Readonly<Record<string, string>>;

  /** `network`: of containers whose options name none. */
  constructor(folder: string, network: 'host' | 'bridge' = 'host') {
    mkdirSync(folder, { recursive: true });
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    this.environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      CONTAINERS_CONF: write('containers.conf', configuration(folder, network)),
      CONTAINERS_STORAGE_CONF: write('storage.conf', storage(folder)),
    };
  }

  /** Standard output. Rejects with what podman said. */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('podman', args, { env: this.environment, maxBuffer: 1 << 26 });
    return stdout.trim();
  }
}

function storage(folder: string): string {
  return `[storage]
driver = "vfs"
graphroot = "${join(folder, 'storage')}"
runroot = "${join(folder, 'run')}"
`;
}

function configuration(folder: string, network: string): string {
  return `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${join(folder, 'tmp')}"
[network]
network_backend = "netavark"
[containers]
netns = "${network}"
log_driver = "k8s-file"
default_ulimits = ["nofile=${LIMIT}:${LIMIT}", "nproc=${LIMIT}:${LIMIT}"]
`;
}
