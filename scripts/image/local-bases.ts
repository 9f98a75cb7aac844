// Folders that stand in for the two base images where no registry is in reach: this machine's Node.js with the libraries that it needs and, for
// the first stage, npm and a busybox.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const APPLETS = ['sh', 'cp', 'mkdir', 'rm', 'ls', 'env', 'sleep'];

/** Node.js at /nodejs/bin/node, a user 65532, and no more: no shell. */
export function writeRuntime(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  writeProgram(folder, process.execPath, '/nodejs/bin/node');
  if (existsSync(CERTIFICATES)) put(folder, CERTIFICATES, CERTIFICATES);
  for (const mount of ['dev', 'proc', 'sys']) mkdirSync(join(folder, mount));
  mkdirSync(join(folder, 'tmp'), { mode: 0o1777 });
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
}

/** A program of this machine at a place in the folder, with the libraries that it needs. */
export function writeProgram(folder: string, file: string, place: string): void {
  put(folder, realpathSync(file), place);
  for (const library of librariesOf(file)) put(folder, realpathSync(library), library);
}

/** The same with npm and a shell. */
export function writeBuild(folder: string): void {
  writeRuntime(folder);
  put(folder, find('busybox'), '/bin/busybox');
  for (const applet of APPLETS) symlinkSync('busybox', join(folder, 'bin', applet));
  cpSync(npmFolder(), join(folder, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  mkdirSync(join(folder, 'usr/bin'), { recursive: true });
  symlinkSync('/nodejs/bin/node', join(folder, 'usr/bin/node'));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  // `#!/usr/bin/env node`
  symlinkSync('../../bin/busybox', join(folder, 'usr/bin/env'));
}

function put(folder: string, from: string, to: string): void {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(from, target);
}

/** Paths as the dynamic linker finds them. */
function librariesOf(program: string): string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...output.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path);
}

function find(program: string): string {
  const folder = (process.env['PATH'] ?? '').split(delimiter).find((one) => existsSync(join(one, program)));
  if (folder === undefined) throw new Error(`${program} is not on this machine`);
  return join(folder, program);
}

function npmFolder(): string {
  return dirname(dirname(realpathSync(process.env['npm_execpath'] ?? find('npm'))));
}
