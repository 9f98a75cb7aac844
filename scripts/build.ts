// Compiles src/ to dist/ (the library, file by file), then bundles the command line into one file: most of the time that a start
// takes goes into finding and compiling files. Run by `npm run build` and by npm's prepare step.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

if (!existsSync('src/index.ts')) process.exit(0);
rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

/** The pool speaks HTTP/1.1 only. Its HTTP/2 client would load node:http2, and with it TLS, at every start; undici copes without. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^node:http2$/ }, ({ importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path: 'http2', namespace: 'absent' } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = { constants: {} };' }));
  },
};

rmSync('dist/cli', { recursive: true });
await build({
  entryPoints: ['src/cli/main.ts'],
  outfile: 'dist/cli/main.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22.15',
  // Loaded when they are needed, from node_modules.
  external: ['express', 'http-proxy-middleware', 'prom-client'],
  plugins: [withoutHttp2],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  logLevel: 'warning',
  define: { 'import.meta.url': 'soapstoneUrl' },
  banner: { js: "const soapstoneUrl = require('node:url').pathToFileURL(__filename).href;" },
});
