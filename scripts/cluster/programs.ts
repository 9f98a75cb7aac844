// The programs of Kubernetes, CoreDNS and both Helms, built once from the Go module proxy.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helmFile } from '../setup/cache.ts';
import { goDownload } from '../setup/go.ts';
import { hasHelm, installHelm } from '../setup/kubernetes.ts';
import { modules, programs } from './places.ts';

export const KUBERNETES = '1.34.4';
const COMMANDS = ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-scheduler', 'kube-proxy', 'kubectl'];

export const program = (name: string): string => join(programs, name);
/** helm 3 and helm 4. */
export const helms = { '3': helmFile, '4': join(programs, 'helm4', 'helm') } as const;
export type HelmVersion = keyof typeof helms;

/** Throws when one cannot be built. */
export function buildPrograms(): void {
  mkdirSync(programs, { recursive: true });
  if (!COMMANDS.every((name) => existsSync(program(name)))) buildKubernetes();
  install('github.com/coredns/coredns@v1.12.4', program('coredns'));
  install('helm.sh/helm/v4/cmd/helm@v4.3.1', helms['4']);
  buildPause();
  if (!hasHelm() && !installHelm()) throw new Error('helm cannot be built');
}

/** In a module of ours: that of Kubernetes replaces modules by folders that are not in it. */
function buildKubernetes(): void {
  const source = goDownload(`k8s.io/kubernetes@v${KUBERNETES}`);
  if (source === undefined) throw new Error('the module of Kubernetes cannot be fetched');
  const folder = join(modules, 'kubernetes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), moduleFor(readFileSync(join(source, 'go.mod'), 'utf8')));
  const imports = COMMANDS.map((name) => `\t_ "k8s.io/kubernetes/cmd/${name}"`);
  writeFileSync(
    join(folder, 'tools.go'),
    `//go:build tools\n\npackage cluster\n\nimport (\n${imports.join('\n')}\n)\n`,
  );
  go(folder, ['mod', 'tidy', '-e']);
  for (const name of COMMANDS) {
    if (!existsSync(program(name)))
      go(folder, ['build', ...flags(), '-o', program(name), `k8s.io/kubernetes/cmd/${name}`]);
  }
}

/** `original`: the go.mod of Kubernetes. Its staging folders are modules of their own, whose versions follow its own. */
export function moduleFor(original: string): string {
  const staging = [...original.matchAll(/^\s*(k8s\.io\/[\w-]+) => \.\/staging\//gm)].map(([, name]) => name);
  const head = original.match(/^(?:go|godebug) .*$/gm) ?? [];
  const replaced = staging.map((name) => `replace ${name} => ${name} v${KUBERNETES.replace(/^1/, '0')}`);
  const required = `require k8s.io/kubernetes v${KUBERNETES}`;
  return `${['module cluster', ...head, required, ...replaced].join('\n\n')}\n`;
}

/** The linker's values are the version that the programs say they have. */
function flags(): string[] {
  const [major, minor] = KUBERNETES.split('.');
  const values = { gitVersion: `v${KUBERNETES}`, gitMajor: major, gitMinor: minor };
  const set = Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  return ['-p', '1', '-trimpath', `-ldflags=-s -w ${set.join(' ')}`];
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
