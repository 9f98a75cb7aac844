// nginx as a pass-through: that of the machine, else the package of Debian or Ubuntu, unpacked into the cache.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, untilListening } from '../../gateway/start.ts';
import { startProgram, stopTree } from '../../measure/process.ts';
import { cache, type Front, Missing } from '../front.ts';
import { linesOf, once, run } from '../tools.ts';

const SYSTEM = 'nginx';
const unpacked = join(cache, 'nginx/usr/sbin/nginx');

function versionOf(program: string): string | undefined {
  return /nginx\/([\d.]+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1];
}

function program(): string {
  return versionOf(SYSTEM) ? SYSTEM : unpacked;
}

function unpack(folder: string): void {
  run('apt-get', ['download', 'nginx'], { cwd: folder });
  for (const file of globSync(join(folder, '*.deb'))) run('dpkg', ['-x', file, folder]);
}

/** Kept connections to the service, as its documentation of `keepalive` has it; one worker, as there is one CPU. */
function configuration(port: number, upstream: string, folder: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  ${paths.join(' ')}
  upstream service { server ${new URL(upstream).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000000;
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;
}

export const nginx: Front = {
  name: 'nginx',
  setup: '`proxy_pass` with kept connections, one worker, its access log on. It passes the SOAP messages as they are.',
  lines: linesOf(configuration(0, 'http://service', '')),
  prepare: () => {
    if (!versionOf(SYSTEM)) once('nginx', unpack);
    if (!versionOf(program())) throw new Missing('the package does not run here');
  },
  version: () => versionOf(program())!,
  start: async ({ upstream, cpu }) => {
    const port = await freePort();
    const folder = join(cache, 'nginx.run');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(port, upstream, folder));
    const log = openSync(join(folder, 'start.log'), 'w');
    const args = ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
    const child = startProgram(cpu, program(), args, { stdio: ['ignore', log, log] });
    if (await untilListening(child, port)) return { child, port };
    await stopTree(child);
    throw new Missing('it did not start');
  },
};
