// libxml2 as the judge of what we write: validates documents against a contract's schemas. Knows nothing of our own reader or loader.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Verdict {
  readonly valid: boolean;
  /** libxml2's messages about this document; empty when valid. */
  readonly problems: readonly string[];
}

export interface Oracle {
  /**
   * Judges whole documents, in order, with one run of xmllint: SOAP 1.1 or 1.2 envelopes (each child of Body must be a declared
   * element or an rpc/literal wrapper of the contract), or instances of any global element. Throws when the schemas do not compile.
   * Known limit of libxml2: decimals of more than 24 digits are refused.
   */
  validate(documents: readonly (string | Uint8Array)[]): Verdict[];
  /** Removes the working folder. */
  close(): void;
}

/** `paths`: files (.wsdl, .xsd) or folders of them, all of one contract. */
export function openOracle(...paths: string[]): Oracle {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-oracle-'));
  const script = join(import.meta.dirname, 'schemas.py');
  execFileSync('/usr/bin/python3', [script, folder, ...paths.flatMap(schemaFiles)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let batches = 0;
  return {
    validate: (documents) => judge(folder, `batch${batches++}`, documents),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The problems of one envelope; empty when valid. */
export function validateBody(contract: string, envelope: string | Uint8Array): readonly string[] {
  return once([contract], envelope);
}

/** The problems of one document whose root is a global element of these schemas; empty when valid. */
export function validateElement(schemas: readonly string[], xml: string | Uint8Array): readonly string[] {
  return once(schemas, xml);
}

function once(paths: readonly string[], document: string | Uint8Array): readonly string[] {
  const oracle = openOracle(...paths);
  try {
    return oracle.validate([document])[0].problems;
  } finally {
    oracle.close();
  }
}

function schemaFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((n) => /\.(wsdl|xsd)$/i.test(n))
    .sort()
    .map((n) => join(path, n));
}

/** Few enough names for one command line. */
const perRun = 2000;

function judge(folder: string, batch: string, documents: readonly (string | Uint8Array)[]): Verdict[] {
  mkdirSync(join(folder, batch));
  const names = documents.map((document, i) => {
    const name = `${batch}/${i}.xml`;
    writeFileSync(join(folder, name), document);
    return name;
  });
  const verdicts: Verdict[] = [];
  for (let i = 0; i < names.length; i += perRun) verdicts.push(...run(folder, names.slice(i, i + perRun)));
  rmSync(join(folder, batch), { recursive: true });
  return verdicts;
}

function run(folder: string, names: readonly string[]): Verdict[] {
  const args = ['--nonet', '--noout', '--schema', 'driver.xsd', ...names];
  const result = spawnSync('xmllint', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error) throw result.error;
  const lines = result.stderr.split('\n');
  const fine = new Set(lines.filter((l) => l.endsWith(' validates')).map((l) => l.slice(0, -' validates'.length)));
  // Anything else than "all validate" and "some do not" means that no verdict was given: a schema that does not compile.
  if (result.status !== 0 && result.status !== 3 && result.status !== 1) throw new Error(`xmllint: ${result.stderr}`);
  return names.map((name) => {
    if (fine.has(name)) return { valid: true, problems: [] };
    return {
      valid: false,
      problems: lines.filter((l) => l.startsWith(`${name}:`) || l === `${name} fails to validate`),
    };
  });
}

/** Canonical XML 1.0 of each document, by one process for many. The documents have no processing instruction before their root. */
export function canonicalXml(documents: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-c14n-'));
  const mark = '<?next-document?>';
  const names = documents.map((document, i) => {
    writeFileSync(join(folder, `${i}.xml`), mark + document.replace(/^<\?xml[^>]*\?>/, ''));
    return `${i}.xml`;
  });
  const out: string[] = [];
  for (let i = 0; i < names.length; i += perRun) {
    const args = ['--nonet', '--c14n', ...names.slice(i, i + perRun)];
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    out.push(...execFileSync('xmllint', args, options).split(mark).slice(1));
  }
  rmSync(folder, { recursive: true });
  return out;
}
