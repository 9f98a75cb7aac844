// The command line as one file: most of the time that a start takes goes into finding and compiling files.
import { build, type Plugin } from 'esbuild';

/** Loaded when they are needed, from node_modules. */
const LATER = ['express', 'http-proxy-middleware', 'prom-client', 'pino', 'ioredis', 'jose'];

/** The pool speaks HTTP/1.1 only. Its HTTP/2 client would load node:http2, and with it TLS, at every start; undici copes without. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^node:http2$/ }, ({ importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path: 'http2', namespace: 'absent' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = { constants: {} };' }));
  },
};

/** CommonJS, because importing node:http as a module reads all its exports, some of which load half of node. */
export async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22.15',
    external: LATER,
    plugins: [withoutHttp2],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'warning',
    define: { 'import.meta.url': 'soapstoneUrl' },
    banner: { js: "const soapstoneUrl = require('node:url').pathToFileURL(__filename).href;" },
  });
}
