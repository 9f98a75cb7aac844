// Value tables that stand in files beside the mapping: `tables: { countries: codes/countries.csv }`.
import { resolve } from 'node:path';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { readTextBounded } from '../file/read-file.ts';
import { readCsvTable } from './syntax/csv-table.ts';
import { withValue } from './syntax/optional-parts.ts';
import { isTableFile } from './syntax/value-tables.ts';
import { parseYaml, type YamlEntry, type YamlNode } from './syntax/yaml.ts';

/** The table with the rows of these files in it. `display`: how messages name a file. `onRead`: called for each file. Throws Problems. */
export function withTableFiles(
  root: YamlNode,
  dir: string,
  display: (path: string) => string,
  onRead?: (path: string, text: string) => void,
): YamlNode {
  const filled = (entry: YamlEntry): YamlEntry =>
    isTableFile(entry.value) ? { ...entry, value: rowsOf(entry.value, dir, display, onRead) } : entry;
  return withValue(root, 'tables', (tables) =>
    tables.kind === 'map' ? { ...tables, entries: tables.entries.map(filled) } : tables,
  );
}

function rowsOf(
  { source, place }: Extract<YamlNode, { kind: 'scalar' }>,
  dir: string,
  display: (path: string) => string,
  onRead?: (path: string, text: string) => void,
): YamlNode {
  const path = resolve(dir, source);
  let text: string;
  try {
    text = readTextBounded(path);
    onRead?.(path, text);
  } catch (error) {
    const message = `cannot read ${display(path)}: ${(error as NodeJS.ErrnoException).code}`;
    throw new Problems([new SoapstoneError('MAPPING_READ', message, { place })]);
  }
  return source.endsWith('.csv') ? readCsvTable(text, display(path)) : parseYaml(text, display(path));
}
