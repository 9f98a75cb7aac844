// SARIF 2.1.0 (OASIS Standard), as code scanning services and editors read it.
import { pathToFileURL } from 'node:url';
import type { Place } from '../../errors/errors.ts';
import { version } from '../../server/package.ts';

export interface SarifResult {
  readonly ruleId: string;
  readonly level: 'error' | 'note';
  readonly text: string;
  readonly place?: Place;
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const BASE = 'SRCROOT';

/** One run. Paths below the working directory are relative to it (§3.14.14), so that reports of other machines compare. */
export function sarifOf(results: readonly SarifResult[]): string {
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))];
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'soapstone', version: version(), rules: rules.map((id) => ({ id })) } },
        originalUriBaseIds: { [BASE]: { uri: `${pathToFileURL(process.cwd()).href}/` } },
        columnKind: 'utf16CodeUnits',
        results: results.map(({ ruleId, level, text, place }) => ({
          ruleId,
          ruleIndex: rules.indexOf(ruleId),
          level,
          message: { text },
          locations: place === undefined ? [] : [locationOf(place)],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function locationOf({ file, line, col }: Place): object {
  return { physicalLocation: { artifactLocation: artifactOf(file), region: { startLine: line, startColumn: col } } };
}

function artifactOf(file: string): object {
  if (/^https?:/i.test(file)) return { uri: file };
  const root = `${pathToFileURL(process.cwd()).href}/`;
  const { href } = pathToFileURL(file);
  return href.startsWith(root) ? { uri: href.slice(root.length), uriBaseId: BASE } : { uri: href };
}
