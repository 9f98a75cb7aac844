// Apache CXF and what it needs, from the repository that Maven is set up with. Java and Maven themselves are the machine's.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cxfFolder } from './cache.ts';
import { onPath } from './on-path.ts';

const POM = join(import.meta.dirname, '../../test/peers/cxf/pom.xml');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
/** The first version that CXF 4.2 runs on. */
const JAVA = 17;

/** A folder for each release, so that another one is fetched anew. */
const folder = join(cxfFolder, /<cxf>(.*)<\/cxf>/.exec(readFileSync(POM, 'utf8'))![1]);

/** A class path. */
export const cxfJars = join(folder, '*');

/** What the machine lacks for clients of CXF; undefined: nothing. */
export function missingForCxf(): string | undefined {
  if (!onPath('java') || !onPath('javac')) return `no JDK ${JAVA} or newer on the path`;
  if (existsSync(folder)) return undefined;
  return onPath('mvn') ? 'CXF is not in .cache: node scripts/setup-tests.ts' : 'no Maven on the path to fetch CXF with';
}

export function hasCxf(): boolean {
  return existsSync(folder);
}

export function installCxf(): boolean {
  if (!onPath('mvn') || !isNewEnough()) return false;
  console.error('setup-tests: mvn dependency:copy-dependencies of CXF');
  const room = `${folder}.${process.pid}`;
  mkdirSync(dirname(room), { recursive: true });
  const args = ['-q', '-B', '-f', POM, COPY, `-DoutputDirectory=${room}`];
  const done = spawnSync('mvn', args, { stdio: ['ignore', 2, 2] }).status === 0;
  if (done && !existsSync(folder)) renameSync(room, folder);
  rmSync(room, { recursive: true, force: true });
  return hasCxf();
}

function isNewEnough(): boolean {
  const { stdout } = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  return Number(/^javac (\d+)/.exec(stdout ?? '')?.[1]) >= JAVA;
}
