// Cells that tests have observed, and their table in the docs. Knows nothing about what is tested.
import { join } from 'node:path';
import { expect } from 'vitest';

/** Cells that no test has filled stay empty. */
export class ObservationTable {
  private readonly cells = new Map<string, Map<string, Set<string>>>();

  /** Several things seen of one cell are listed. */
  add(row: string, column: string, what: string): void {
    const cells = this.cells.get(row) ?? new Map<string, Set<string>>();
    this.cells.set(row, cells.set(column, (cells.get(column) ?? new Set()).add(what)));
  }

  has(row: string, column: string): boolean {
    return this.cells.get(row)?.has(column) ?? false;
  }

  count(column: string): number {
    return [...this.cells.values()].filter((cells) => cells.has(column)).length;
  }

  table(head: string, rows: readonly string[], columns: readonly string[]): string {
    const unknown = [...this.cells.keys()].filter((row) => !rows.includes(row));
    expect(unknown).toEqual([]);
    const line = (row: string) => columns.map((column) => [...(this.cells.get(row)?.get(column) ?? [])].join('; '));
    const lines = rows.map((row) => `| ${[`\`${row}\``, ...line(row)].join(' | ')} |`);
    return [`| ${[head, ...columns].join(' | ')} |`, `|${'---|'.repeat(columns.length + 1)}`, ...lines].join('\n');
  }
}

/** The page of the docs is what was seen; `vitest run -u` writes it. */
export async function expectPage(file: string, test: string, parts: readonly string[]): Promise<void> {
  const text = `<!-- Written by ${test}: vitest run -u. -->\n${parts.join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/reference', file));
}
