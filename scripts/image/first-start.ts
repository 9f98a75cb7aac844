// Starts and ends the gateway once while the image is built, as its user: Node.js keeps the compiled code beside the bundle. Later nothing is written.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FLAGS = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
const SERVE = 'bin/soapstone.js serve --mapping mappings/10-first-row --upstream http://127.0.0.1:9'.split(' ');
const FREE = '--port 0 --admin-port 0 --drain-delay 0s'.split(' ');

const child = spawn(process.execPath, [...FLAGS, ...SERVE, ...FREE], { stdio: ['ignore', 'inherit', 'pipe'] });
child.stderr.on('data', (text) => {
  process.stderr.write(text);
  if (/listening/.test(text)) child.kill();
});
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;

// Node.js lets its own user alone read them, and the files of the image belong to root.
const cache = 'dist/cache';
chmodSync(cache, 0o755);
for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
