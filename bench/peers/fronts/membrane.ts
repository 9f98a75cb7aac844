// Membrane API Gateway with its wsdl2openapi plugin, built from its tag: Maven Central has no release with that plugin.
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, untilListening } from '../../gateway/start.ts';
import { startProgram, stopTree } from '../../measure/process.ts';
import { resources } from '../face.ts';
import { cache, type Front, Missing, type Place } from '../front.ts';
import { checkout, javaHome, linesOf, once, run } from '../tools.ts';

const TAG = 'v7.5.0';
const COMMIT = '3fc124e7221c513429590ad41a77bb65027e8064';
const JAVA = 21;
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const POM = join(import.meta.dirname, 'membrane/pom.xml');

/** Those of its start script. */
const OPTIONS = [
  '-Dmembrane.disable.term.colors=true',
  '-Djdk.xml.maxGeneralEntitySizeLimit=0',
  '-Djdk.xml.totalEntitySizeLimit=0',
];

const folder = `membrane-${TAG}`;

/** A local repository of its own: nothing of the user's Maven changes. */
function build(draft: string): void {
  const repository = `-Dmaven.repo.local=${join(cache, 'maven')}`;
  const env = { ...process.env, JAVA_HOME: javaHome(JAVA) };
  const maven = (...args: readonly string[]) => run('mvn', ['-q', '-B', repository, ...args], { env });
  checkout(draft, 'membrane/api-gateway', TAG, COMMIT);
  // Not `package`: it wants the dependencies of its tests too.
  maven('-f', join(draft, 'pom.xml'), '-pl', 'annot,core', '-am', 'compile', 'jar:jar', 'install:install');
  maven('-f', POM, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${join(draft, 'jars')}`);
}

/** Without its `validator`: behind wsdl2openapi, that answers with a SOAP fault and status 200. */
function configuration({ wsdl, upstream }: Place, port: number): string {
  return `api:
  port: ${port}
  name: Orders
  flow:
    - wsdl2openapi:
        wsdl: ${wsdl}
        operations:
          GetOrder: { method: GET, path: "orders/{number}" }
          CreateOrder: { method: POST, path: orders }
          ListOrders: { method: GET, path: orders }
  target:
    url: ${upstream}
`;
}

export const membrane: Front = {
  name: 'Membrane',
  setup:
    'Built from its tag, because its releases on Maven Central are older than `wsdl2openapi`. A method and a path for each operation, as in its tutorial; options of the JVM as in its start script. Under 32 connections its log has null pointers in `ParentNode.nodeListItem` (threads share the tree of the WSDL), and in some runs it then knows no operation any more until it is started again.',
  lines: linesOf(configuration({ wsdl: '', upstream: '', cpu: 0 }, 0)),
  face: resources('number', (order) => `{"order":${order}}`),
  prepare: () => {
    javaHome(JAVA);
    once(folder, build);
  },
  version: () => TAG.slice(1),
  start: async (place) => {
    const port = await freePort();
    const file = join(cache, 'membrane.apis.yaml');
    writeFileSync(file, configuration(place, port));
    const log = openSync(join(cache, 'membrane.log'), 'w');
    const classes = [join(cache, folder, 'distribution/docker'), join(cache, folder, 'jars/*')].join(':');
    const child = startProgram(
      place.cpu,
      join(javaHome(JAVA), 'bin/java'),
      [...OPTIONS, '-cp', classes, 'com.predic8.membrane.core.cli.RouterCLI', '-c', file],
      { stdio: ['ignore', log, log] },
    );
    if (await untilListening(child, port)) return { child, port };
    await stopTree(child);
    throw new Missing('it did not start');
  },
};
