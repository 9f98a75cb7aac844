// The programs of Kubernetes, CoreDNS and both Helms, built once from the Go module proxy.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helmFile } from '../setup/cache.ts';
import { goDownload } from '../setup/go.ts';
import { hasHelm, installHelm } from '../setup/kubernetes.ts';
import { modules, programs } from './places.ts';

interface Source {
  readonly module: string;
  /** Without the v. */
  readonly version: string;
  /** Folders of the module below `cmd`, and of the programs. */
  readonly commands: readonly string[];
  /** Variables that hold what the programs say of themselves. */
  readonly says: (version: string) => Readonly<Record<string, string>>;
}

const KUBERNETES: Source = {
  module: 'k8s.io/kubernetes',
  version: '1.34.4',
  commands: ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-scheduler', 'kube-proxy', 'kubectl'],
  says: (version) => {
    const [major, minor] = version.split('.');
    const values = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`k8s.io/component-base/version.${name}`, value]),
    );
  },
};
/** That of Debian 12 cannot mount images. */
const CONTAINERD: Source = {
  module: 'github.com/containerd/containerd/v2',
  version: '2.1.9',
  commands: ['containerd', 'containerd-shim-runc-v2', 'ctr'],
  says: (version) => ({ 'github.com/containerd/containerd/v2/version.Version': `v${version}` }),
};

export const program = (name: string): string => join(programs, name);
/** helm 3 and helm 4. */
export const helms = { '3': helmFile, '4': join(programs, 'helm4', 'helm') } as const;
export type HelmVersion = keyof typeof helms;

/** Throws when one cannot be built. */
export function buildPrograms(): void {
  mkdirSync(programs, { recursive: true });
  build(KUBERNETES);
  build(CONTAINERD);
  install('github.com/coredns/coredns@v1.12.4', program('coredns'));
  install('helm.sh/helm/v4/cmd/helm@v4.3.1', helms['4']);
  buildPause();
  if (!hasHelm() && !installHelm()) throw new Error('helm cannot be built');
}

/** In a module of ours: these replace modules by folders that are not in them, so that `go install` refuses them. */
function build(source: Source): void {
  const { module, version, commands, says } = source;
  const missing = commands.filter((name) => !existsSync(program(name)));
  if (missing.length === 0) return;
  const fetched = goDownload(`${module}@v${version}`);
  if (fetched === undefined) throw new Error(`${module} cannot be fetched`);
  const folder = join(modules, module.replaceAll('/', '_'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), moduleFor(module, version, readFileSync(join(fetched, 'go.mod'), 'utf8')));
  const imports = commands.map((name) => `\t_ "${module}/cmd/${name}"`);
  writeFileSync(
    join(folder, 'tools.go'),
    `//go:build tools\n\npackage cluster\n\nimport (\n${imports.join('\n')}\n)\n`,
  );
  go(folder, ['mod', 'tidy', '-e']);
  const set = Object.entries(says(version)).map(([name, value]) => `-X ${name}=${value}`);
  const flags = ['-p', '1', '-trimpath', `-ldflags=-s -w ${set.join(' ')}`];
  for (const name of missing) go(folder, ['build', ...flags, '-o', program(name), `${module}/cmd/${name}`]);
}

/** `original`: its own go.mod. The staging folders of Kubernetes are modules of their own, whose versions follow its own. */
export function moduleFor(module: string, version: string, original: string): string {
  const staging = [...original.matchAll(/^\s*(k8s\.io\/[\w-]+) => \.\/staging\//gm)].map(([, name]) => name);
  const head = original.match(/^(?:go|godebug) .*$/gm) ?? [];
  const replaced = staging.map((name) => `replace ${name} => ${name} v${version.replace(/^1/, '0')}`);
  return `${['module cluster', ...head, `require ${module} v${version}`, ...replaced].join('\n\n')}\n`;
}

function install(module: string, file: string): void {
  if (!existsSync(file)) go(programs, ['install', '-p', '1', '-trimpath', '-ldflags=-s -w', module], join(file, '..'));
}

/** The process that holds the namespaces of a pod. */
const PAUSE = `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ending := make(chan os.Signal, 1)
	signal.Notify(ending, syscall.SIGINT, syscall.SIGTERM)
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	for {
		select {
		case <-ending:
			return
		case <-children:
			for pid := 1; pid > 0; {
				pid, _ = syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
			}
		}
	}
}
`;

function buildPause(): void {
  const file = program('pause');
  if (existsSync(file)) return;
  const folder = join(modules, 'pause');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module pause\n\ngo 1.21\n');
  writeFileSync(join(folder, 'main.go'), PAUSE);
  go(folder, ['build', '-trimpath', '-ldflags=-s -w', '-o', file, '.']);
}

/** One at a time and nicely: it is a lot of work. */
function go(cwd: string, args: readonly string[], target?: string): void {
  console.error(`cluster: go ${args.filter((arg) => !arg.startsWith('-')).join(' ')}`);
  const env = {
    ...process.env,
    GOTOOLCHAIN: 'auto',
    GOFLAGS: `-buildvcs=false${target === undefined ? ' -mod=mod' : ''}`,
    CGO_ENABLED: '0',
    ...(target !== undefined && { GOBIN: target }),
  };
  const { status } = spawnSync('nice', ['-n', '10', 'go', ...args], { cwd, env, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`go ${args.join(' ')} ended with ${status}`);
}
