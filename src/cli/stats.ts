// The lines of `soapstone check --stats`: how many rows and rules run both ways, and why the others do not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../errors/wording.ts';
import type { Figures, OneWay, RowFigures } from '../mapping/model/stats.ts';

/** Or its job form alone. */
type OneWayRow = Pick<RowFigures, 'id' | 'place' | 'oneWay'> & { readonly reason: OneWay };

export function statsLines(dir: string, { rows, tableRules, keys }: Figures): string[] {
  const oneWay = rows.flatMap(oneWayIn);
  const both = rows.filter(({ reason }) => reason === undefined).length;
  const rulesBoth = sum([...rows, tableRules], 'both');
  const rules = rulesBoth + sum([...rows, tableRules], 'oneWay');
  return [
    `${dir}: ${counted(rows.length, 'row')}, ${both} both ways (${share(both, rows.length)})`,
    `${dir}: ${counted(rules, 'compiled rule')}, ${rulesBoth} both ways (${share(rulesBoth, rules)})`,
    `${dir}: ${counted(keys, 'key')}, ${counted(linesOf(dir, /^mapping\.ya?ml$/), 'line')} of the table, ${linesOf(dir, /\.m?[jt]s$/)} of functions`,
    ...[...Map.groupBy(oneWay, ({ reason }) => `${reason.direction}, ${reason.kind}`)]
      .toSorted(([, a], [, b]) => sum(b, 'oneWay') - sum(a, 'oneWay'))
      .map(
        ([kind, of]) => `${dir}: one way: ${kind}: ${counted(of.length, 'row')}, ${counted(sum(of, 'oneWay'), 'rule')}`,
      ),
    ...oneWay.map(rowLine),
    ...rows.flatMap(oneSidedLines),
  ];
}

function oneWayIn({ id, place, oneWay, reason, job }: RowFigures): OneWayRow[] {
  if (reason) return [{ id, place, oneWay, reason }];
  return job ? [{ id: `${id} as a job`, place, ...job }] : [];
}

function rowLine({ id, place: { file, line, col }, oneWay, reason }: OneWayRow): string {
  const rules = oneWay === 0 ? 'none under these settings' : counted(oneWay, 'rule');
  const texts = [reason.text, ...(reason.further ?? [])];
  return `${file}:${line}:${col} [${id}] ${reason.direction} (${rules}): ${texts.join('; ')}`;
}

/** What a side says there reaches the gateway at most. */
function oneSidedLines({ id, place: { file, line, col }, oneSided }: RowFigures): string[] {
  return [...Map.groupBy(oneSided, ({ side }) => side)].map(([side, variables]) => {
    const names = variables.map(({ name, of }) => `{${name}}${of ? ` (${of.replace('|', '')})` : ''}`).join(', ');
    return `${file}:${line}:${col} [${id}] only the ${side === 'rest' ? 'REST' : 'SOAP'} side knows ${names}`;
  });
}

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}

function linesOf(dir: string, name: RegExp): number {
  if (!existsSync(dir)) return 0;
  const files = readdirSync(dir).filter((file) => name.test(file));
  return files.reduce((lines, file) => lines + readFileSync(join(dir, file), 'utf8').split('\n').length - 1, 0);
}
