// `soapstone migrate`: rewrites a mapping and its test cases of version 1, and checks the outcome.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type LoadOptions, mappingFolder } from '../mapping/load.ts';
import { type Migrated, migrateCases, migrateTable } from '../mapping/migrate/migrate.ts';
import { check } from './check.ts';
import { OK, PROBLEMS } from './report.ts';

interface MigrateFlags {
  readonly dryRun?: boolean;
}

/** Files are written one by one, each whole. With `--dry-run` none is, and nothing is checked. */
export async function migrate(
  location: string,
  { dryRun = false }: MigrateFlags,
  options: LoadOptions,
): Promise<number> {
  const dir = mappingFolder(location);
  const cases = join(dir, 'cases');
  const caseFiles = existsSync(cases) ? readdirSync(cases).filter((name) => /\.ya?ml$/.test(name)) : [];
  const files = [
    rewrite(join(dir, 'mapping.yaml'), migrateTable, dryRun),
    ...caseFiles.toSorted().map((name) => rewrite(join(cases, name), migrateCases, dryRun)),
  ];
  const changed = files.reduce((sum, { changes }) => sum + changes.length, 0);
  const left = files.reduce((sum, { byHand }) => sum + byHand.length, 0);
  if (changed === 0 && left === 0) process.stdout.write('nothing to migrate: the mapping is of version 2\n');
  const checked = dryRun ? OK : await check([dir], options);
  return left === 0 ? checked : PROBLEMS;
}

function rewrite(path: string, migrateText: (text: string, file: string) => Migrated, dryRun: boolean): Migrated {
  const file = relative(process.cwd(), path);
  const migrated = migrateText(readFileSync(path, 'utf8'), file);
  const { text, changes, byHand } = migrated;
  if (!dryRun && changes.length > 0) writeFileSync(path, text);
  for (const { line, old, now } of changes) process.stdout.write(`${file}:${line} ${old} → ${now}\n`);
  for (const { line, old, now } of byHand) process.stdout.write(`${file}:${line} by hand: ${old}: ${now}\n`);
  return migrated;
}
