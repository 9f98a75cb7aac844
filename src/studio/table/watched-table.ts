// The table of a folder as it is now: loaded again when its files change. With problems, the last table without any stays in use.
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readTextBounded } from '../../file/read-file.ts';
import { type LoadOptions, loadMapping, tableFile } from '../../mapping/load.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { mappingPlaces, TABLE_FILES, Watch, type WatchedPlace } from '../../server/reload/watch.ts';
import type { ListedRule, Problem, TableState } from '../protocol/api.ts';
import { findingsIn, problemsIn } from './problems.ts';

/** ms between two looks at the files. */
const INTERVAL = 150;

export class WatchedTable {
  readonly folder: string;
  readonly options: LoadOptions;
  /** The last table without problems. */
  mapping: Mapping | undefined = undefined;
  /** Counts loads. */
  revisionNow = 0;
  private problems: readonly Problem[] = [];
  private stale = false;
  private rules: readonly ListedRule[] = [];
  private readonly watch: Watch;
  private readonly listeners = new Set<(revision: number) => void>();
  private readonly end = new AbortController();
  private loading: Promise<void> = Promise.resolve();

  constructor(folder: string, options: LoadOptions) {
    this.folder = folder;
    this.options = options;
    this.watch = new Watch({
      interval: INTERVAL,
      places: () => this.places(),
      needed: () => [],
      changed: () => void this.reload(),
    });
  }

  /** Never fails: problems are part of the state. */
  async open(): Promise<void> {
    await this.watch.start();
    await this.reload();
  }

  /** Aborts with `close`. */
  get closed(): AbortSignal {
    return this.end.signal;
  }

  close(): void {
    this.watch.stop();
    this.end.abort();
  }

  /** Calls `listener` with the number of the load, after it and after its findings. Returns what takes it away again. */
  listen(listener: (revision: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  state(): Omit<TableState, 'wire' | 'upstream' | 'writable' | 'hint'> {
    const { revisionNow: revision, rules, problems, stale } = this;
    return { revision, folder: basename(resolve(this.folder)), rules, problems, stale, table: this.text() };
  }

  /** One load at a time. Findings of a table that loads come later: they take as long. */
  reload(): Promise<void> {
    const loaded = this.loading.then(() => this.load());
    this.loading = loaded.then(() => this.addFindings());
    return loaded;
  }

  private async load(): Promise<void> {
    try {
      const mapping = await loadMapping(this.folder, { ...this.options, figures: true });
      this.mapping = mapping;
      this.rules = mapping.rules.map(listedRule);
      this.stale = false;
      this.problems = [];
    } catch (error) {
      this.stale = this.mapping !== undefined;
      this.problems = problemsIn(error);
    }
    this.revisionNow++;
    this.publish();
  }

  /** Never fails: a problem is part of the state. */
  private async addFindings(): Promise<void> {
    if (this.mapping === undefined || this.stale) return;
    const findings = await findingsIn(this.mapping).catch(problemsIn);
    if (findings.length === 0) return;
    this.problems = findings;
    this.publish();
  }

  private publish(): void {
    for (const listener of this.listeners) listener(this.revisionNow);
  }

  private text(): TableState['table'] {
    const file = tableFile(this.folder);
    if (file === undefined) return undefined;
    try {
      return { file: basename(file), text: readTextBounded(file) };
    } catch {
      // Its problem is among those of the table.
      return undefined;
    }
  }

  private places(): WatchedPlace[] {
    const folders = [this.folder, ...subfolders(this.folder)].map((path) => ({ path, names: TABLE_FILES }));
    return [...folders, ...(this.mapping ? mappingPlaces(this.mapping) : [])];
  }
}

function subfolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** Reads nothing that would compile the rule. */
function listedRule({ id, request, operation, place, direction }: Mapping['rules'][number]): ListedRule {
  const { method, template } = request.rest;
  return { id, method, path: template, operation: operation.name, line: place.line, only: direction };
}
