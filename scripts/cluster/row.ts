// What a check has seen.
import { table } from '../../bench/measure/table.ts';

export interface Row {
  /** What was tried. */
  readonly name: string;
  readonly seen: string;
  readonly ok: boolean;
  /** Requests that were made meanwhile, and those of them that were lost. */
  readonly requests?: { readonly total: number; readonly lost: number };
}

const HEAD = ['what', 'seen', 'lost', 'result'];

/** In Markdown. */
export function tableOf(rows: readonly Row[]): string {
  return table(
    HEAD,
    rows.map(({ name, seen, requests, ok }) => [plain(name), plain(seen), lostOf(requests), ok ? 'passed' : 'FAILED']),
  );
}

function lostOf(requests: Row['requests']): string {
  return requests === undefined ? '–' : `${requests.lost} of ${requests.total.toLocaleString('en')}`;
}

/** One line, without what ends a cell. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

/** `12 run, 12 passed`, and the names of those that did not. */
export function summaryOf(rows: readonly Row[]): string {
  const failed = rows.filter(({ ok }) => !ok);
  const count = `${rows.length} run, ${rows.length - failed.length} passed`;
  return failed.length === 0 ? count : `${count}; failed: ${failed.map(({ name }) => name).join('; ')}`;
}
