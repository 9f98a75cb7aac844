// The Fastify gateway that typescript-wsdl-client generates, built from its tag.
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, untilListening } from '../../gateway/start.ts';
import { startNode, stopTree } from '../../measure/process.ts';
import { operations } from '../face.ts';
import { cache, type Front, Missing } from '../front.ts';
import { checkout, once, run } from '../tools.ts';

const TAG = 'v0.37.0';
const COMMIT = 'dbe4bde278ece3df67516ea3343acb4b985cc181';

const source = `wsdl-client-${TAG}`;

function build(folder: string): void {
  checkout(folder, 'TechSpokes/typescript-wsdl-client', TAG, COMMIT);
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  run('npm', ['run', 'build'], { cwd: folder });
}

/** Below the package's own folder, where its dependencies are found. */
function generate(wsdl: string): void {
  const folder = join(cache, source);
  const made = join(folder, 'generated');
  const outputs = ['--client-dir', 'client', '--gateway-dir', 'gateway', '--openapi-file', 'openapi.json'];
  const paths = outputs.map((word) => (word.startsWith('--') ? word : join(made, word)));
  const names = ['--gateway-service-name', 'orders', '--gateway-version-prefix', 'v1'];
  const app = ['--openapi-flatten-array-wrappers', 'false', '--init-app', '--force-init', '--openapi-format', 'json'];
  run(process.execPath, [join(folder, 'dist/cli.js'), 'pipeline', '--wsdl-source', wsdl, ...paths, ...names, ...app]);
  adapt(join(made, 'app/server.ts'));
}

const SOURCE = 'source: config.wsdlSource,';

/** As generated, node-soap hands over numbers and Dates where the schemas say string. The client takes options of node-soap, and the scaffold is there to be changed. */
function adapt(file: string): void {
  const texts = ['decimal', 'long', 'dateTime', 'date'].map((type) => `${type}: (text: string) => text`);
  const options = `options: { handleNilAsNull: true, preserveWhitespace: true, customDeserializer: { ${texts.join(', ')} } } as object,`;
  const text = readFileSync(file, 'utf8');
  if (!text.includes(SOURCE)) throw new Missing('the generated app has another form than expected');
  writeFileSync(file, text.replace(SOURCE, `${SOURCE} ${options}`));
}

export const wsdlClient: Front = {
  name: 'typescript-wsdl-client',
  setup:
    'Built from its tag. `wsdl-tsc pipeline --init-app` generates client, gateway and app; its logger is on. Paths are its own: a POST for each operation. Its client gets the same three options of node-soap, without which every response with a decimal or a date is a 500. Array wrappers are not flattened, because requests lose the name of the item otherwise.',
  lines: 1,
  face: operations('string'),
  prepare: ({ wsdl }) => {
    once(source, build);
    generate(wsdl);
  },
  version: () => TAG.slice(1),
  start: async ({ wsdl, cpu }) => {
    const port = await freePort();
    const folder = join(cache, source, 'generated/app');
    const log = openSync(join(cache, 'wsdl-client.log'), 'w');
    const child = startNode(cpu, ['--import', 'tsx', 'server.ts'], {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: { ...process.env, NODE_ENV: 'production', WSDL_SOURCE: wsdl, PORT: String(port) },
    });
    if (await untilListening(child, port)) return { child, port };
    await stopTree(child);
    throw new Missing('the generated app did not start');
  },
};
