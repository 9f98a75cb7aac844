// Peers in Java and what they need, from the repository that Maven is set up with. Java and Maven themselves are the machine's.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cxfFolder, cxfSecurityFolder, metroFolder } from './cache.ts';
import { onPath } from './on-path.ts';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
/** The first version that CXF 4.2 and Metro 4 run on. */
const JAVA = 17;

class JavaPeer {
  /** A class path. */
  readonly jars: string;
  private readonly name: string;
  private readonly pom: string;
  private readonly folder: string;

  /** `pom`: its first property is the release. A folder for each, so that another one is fetched anew. */
  constructor(name: string, pom: string, cache: string) {
    this.name = name;
    this.pom = join(import.meta.dirname, '../../test/peers', pom);
    this.folder = join(cache, /<properties><\w+>([\d.]+)</.exec(readFileSync(this.pom, 'utf8'))![1]);
    this.jars = join(this.folder, '*');
  }

  /** What the machine lacks for it; undefined: nothing. */
  get missing(): string | undefined {
    if (!onPath('java') || !onPath('javac')) return `no JDK ${JAVA} or newer on the path`;
    if (this.isPresent) return undefined;
    return onPath('mvn')
      ? `${this.name} is not in .cache: node scripts/setup-tests.ts`
      : `no Maven on the path to fetch ${this.name} with`;
  }

  get isPresent(): boolean {
    return existsSync(this.folder);
  }

  install(): boolean {
    if (!onPath('mvn') || !isNewEnough()) return false;
    console.error(`setup-tests: mvn dependency:copy-dependencies of ${this.name}`);
    const room = `${this.folder}.${process.pid}`;
    mkdirSync(dirname(room), { recursive: true });
    const args = ['-q', '-B', '-f', this.pom, COPY, `-DoutputDirectory=${room}`];
    const done = spawnSync('mvn', args, { stdio: ['ignore', 2, 2] }).status === 0;
    if (done && !this.isPresent) renameSync(room, this.folder);
    rmSync(room, { recursive: true, force: true });
    return this.isPresent;
  }
}

function isNewEnough(): boolean {
  const { stdout } = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  return Number(/^javac (\d+)/.exec(stdout ?? '')?.[1]) >= JAVA;
}

export const cxf = new JavaPeer('CXF', 'cxf/pom.xml', cxfFolder);
/** CXF with WSS4J. */
export const cxfSecurity = new JavaPeer('CXF with WSS4J', 'secured/pom.xml', cxfSecurityFolder);
/** The reference implementation of Jakarta XML Web Services. */
export const metro = new JavaPeer('Metro', 'metro/pom.xml', metroFolder);
