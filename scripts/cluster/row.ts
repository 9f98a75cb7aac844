// The outcome of a check.
export interface Row {
  /** What was tried. */
  readonly name: string;
  readonly outcome: string;
  readonly ok: boolean;
  /** Requests that were made meanwhile, and those of them that were lost. */
  readonly requests?: { readonly total: number; readonly lost: number };
}

/** In Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, outcome, requests, ok }) => [
    plain(name),
    plain(outcome),
    requests === undefined ? '' : `${requests.lost} of ${requests.total.toLocaleString('en')}`,
    ok ? 'passed' : '**failed**',
  ]);
  const head = [
    ['what', 'outcome', 'requests lost', 'result'],
    ['---', '---', '--:', '---'],
  ];
  return [...head, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** One line, without what ends a cell or begins HTML. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[|<]/g, (one) => `\\${one}`)
    .trim();
}

/** `12 run, 12 passed`, and the names of those that did not. */
export function summaryOf(rows: readonly Row[]): string {
  const failed = rows.filter(({ ok }) => !ok);
  const count = `${rows.length} run, ${rows.length - failed.length} passed`;
  return failed.length === 0 ? count : `${count}; failed: ${failed.map(({ name }) => name).join('; ')}`;
}
