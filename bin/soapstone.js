#!/usr/bin/env node
// Starts the command line, hardened. Compiled code is cached beside the program where that is writable, so that later starts are faster.
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const OLDEST = [22, 15];
const FLAGS = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
/** Signals that are meant for the program, not for this wrapper. SIGKILL and SIGSTOP cannot be forwarded. */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  harden();
  enableCompileCache?.(join(__dirname, '..', 'dist', 'cache'));
  require('../dist/cli/main.cjs');
} else {
  withOwnNode();
}

/** Does what `FLAGS` do. V8 reads its flag only at the start of a process, and starting a second one would cost time. */
function harden() {
  Reflect.deleteProperty(Object.prototype, '__proto__');
  const refuse = () => {
    throw new EvalError('Code generation from strings disallowed for this context');
  };
  Object.defineProperty(globalThis, 'eval', { value: refuse });
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}].map(Object.getPrototypeOf);
  for (const prototype of kinds) {
    const value = new Proxy(prototype.constructor, { apply: refuse, construct: refuse });
    Object.defineProperty(prototype, 'constructor', { value });
  }
  Object.defineProperty(globalThis, 'Function', { value: kinds[0].constructor });
}

/** Runs the Node.js that a checkout brings with its development dependencies, and ends as it does. */
function withOwnNode() {
  const { spawn } = require('node:child_process');
  const own = join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
  let child;
  // First of all: a signal that comes while the child starts would end this process alone.
  for (const name of FORWARDED) process.on(name, () => forward(child, name));
  child = spawn(own, [...FLAGS, __filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('error', () => {
    process.stderr.write(`soapstone needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => (signal ? endBy(signal) : process.exit(code)));
}

/** A terminal sends Ctrl-C to both, and a second SIGINT would end the child at once. */
function forward(child, name) {
  if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
}

/** A supervisor shall see the signal that ended the program. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
