#!/usr/bin/env node
// Compiled code is kept beside the program (where that is writable), so that later starts skip compiling it.
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const OLDEST = [22, 15];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  enableCompileCache?.(join(__dirname, '..', 'dist', 'cache'));
  require('../dist/cli/main.cjs');
} else {
  process.exitCode = withOwnNode();
}

/** The Node.js that a checkout brings with its development dependencies. */
function withOwnNode() {
  const { spawnSync } = require('node:child_process');
  const own = join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
  const { status, error } = spawnSync(own, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (!error) return status ?? 1;
  process.stderr.write(`soapstone needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}\n`);
  return 1;
}
