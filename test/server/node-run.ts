// A file run by a Node.js of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Resolves when the process has ended, with its exit code (null: by a signal) and what it wrote. */
export function nodeRun(
  flags: readonly string[],
  file: URL,
): Promise<{ code: number | null; out: string; err: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...flags, fileURLToPath(file)], { env: { PATH }, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => (out += piece));
  child.stderr.on('data', (piece) => (err += piece));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}
