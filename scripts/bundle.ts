// The command line as one file: most of the time that a start takes goes into finding and compiling files.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { version } from '../src/server/package.ts';

/** Loaded when they are needed, from node_modules. */
export const LATER = [
  'express',
  'http-proxy-middleware',
  'prom-client',
  'ioredis',
  'jose',
  '@modelcontextprotocol/server',
];

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

const TRACES = /\/traces\/otlp\.ts$/;

/** The SDK that sends traces is a file beside, which is loaded where traces are on. */
const tracesBeside: Plugin = {
  name: 'traces-beside',
  setup: (bundler) => {
    bundler.onResolve({ filter: TRACES }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './otlp.cjs', external: true } : undefined,
    );
  },
};

/** Two files, `outfile` and `otlp.cjs` beside it; and the folder `studio`, a page. */
export async function bundle(outfile: string): Promise<void> {
  await bundlePage(join(dirname(outfile), 'studio'));
  await bundleOne('src/cli/main.ts', outfile);
  await bundleOne('src/server/traces/otlp.ts', join(dirname(outfile), 'otlp.cjs'));
}

const PAGE = 'src/studio/page';

/** The page of the workbench: one script, without any library. */
async function bundlePage(outdir: string): Promise<void> {
  await build({
    entryPoints: { studio: join(PAGE, 'main.ts') },
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
  for (const file of ['index.html', 'icon.svg', 'studio.css']) await copyFile(join(PAGE, file), join(outdir, file));
}

/** CommonJS, because importing node:http as a module reads all its exports, some of which load half of node. */
async function bundleOne(entry: string, outfile: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22.15',
    external: LATER,
    plugins: [withoutHttp2, tracesBeside],
    minifySyntax: true,
    minifyWhitespace: true,
    // One letter beyond ASCII would make the whole text take twice the memory while the process runs: comments with names go beside.
    legalComments: 'external',
    logLevel: 'warning',
    define: {
      'import.meta.url': 'soapstoneUrl',
      BUNDLED_VERSION: JSON.stringify(version()),
      BUNDLED_BUILD: JSON.stringify(BUILD),
    },
    banner: { js: "const soapstoneUrl = require('node:url').pathToFileURL(__filename).href;" },
  });
  await mkdir(dirname(outfile), { recursive: true });
  for (const { path, text, hash } of outputFiles) await writeFile(path, text.replaceAll(BUILD, hash));
}

/** Stands for the digest of the program's text. */
const BUILD = '@build@';
