// Functions of the mapping: items that are looked at, drafts with changes, jobs.
import { BUILD_MEMBERS, CUSTOM_FIELD, changedBy, type Members, picked } from './drafts.ts';
import { columnsFor, fitsColumns, type Tests } from './column-filter.ts';
import { type Details, detailsOf, type Misfit, OUTCOMES_SCHEMA, type Outcome, outcomesWith, PROBLEM_SCHEMA, type Problem, problemIn, responseOf, STATUS_SCHEMA, statusOfOne } from './outcomes.ts';

/** The columns that show what records are looked at for. Runs one way. */
export const columns = {
  in: (): undefined => undefined,
  out: (tests: unknown): object => columnsFor(tests as Tests),
};

/** Whether a row of such a search is found. Runs one way. */
export const fits = {
  in: (): undefined => undefined,
  out: (both: unknown): boolean => {
    const [{ row = {} }, tests] = both as [{ row?: Record<string, unknown> }, Tests];
    return fitsColumns(row, tests);
  },
};

/** A draft with what the caller says of it, and the names of the sublists whose lines are replaced. A record that is sent back is all changes; what its sublists say is those names. */
export const changed = {
  exact: true,
  in: (record: unknown): unknown[] => {
    const members = Object.entries(record as object);
    const replaced = members.flatMap(([name, value]) => (replacesAll(name, value) ? [name] : []));
    return [{}, Object.fromEntries(members.map(([name, value]) => [name, withoutFlag(value)])), replaced.length > 0 ? replaced : undefined];
  },
  out: (all: unknown): unknown => {
    const [draft, changes, replace] = all as [object, object, readonly string[] | null];
    return changedBy(draft, changes, new Set(replace));
  },
};

/** In the contract the lines of a sublist are replaced unless it says otherwise. */
function replacesAll(name: string, value: unknown): boolean {
  return isSublist(name, value) && (value as Members)['replaceAll'] !== false;
}

function withoutFlag(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('replaceAll' in value)) return value;
  const { replaceAll: _, ...lines } = value;
  return lines;
}

/** A draft of a transform, made of what the REST service says of the record. Runs one way. */
function draft(of: (record: Members) => Members) {
  return { exact: true, in: (record: unknown): Members => of(record as Members), out: (): undefined => undefined };
}

export const draftOfItem = draft(({ id, itemId }) => ({ item: { id, refName: itemId } }));
export const draftOfAssemblyItem = draft(({ id, itemId }) => ({ assemblyItem: { id, refName: itemId } }));
export const draftOfBuild = draft((build) => ({ ...picked(build, BUILD_MEMBERS), built: build['quantity'] }));

/** The size of page of a job: that of its window, where the service has such pages. Runs one way. */
export const pageSizeOf = {
  in: (): undefined => undefined,
  out: (window: unknown): number => {
    const [limit, offset] = (window as unknown[]).map(Number);
    if (!(limit >= 0 && limit <= 1000)) throw new RangeError('the limit of a job must be a whole number up to 1000');
    if (!(offset >= 0)) throw new RangeError('the offset of a job must be a whole number');
    return Math.max(5, limit);
  },
};

/** The number of the page with the item that a window begins at. Runs one way. */
export const pageAt = {
  in: (): undefined => undefined,
  out: (window: unknown): number => Math.floor(Number((window as unknown[])[1]) / pageSizeOf.out(window)) + 1,
};

/** How far the one task of a job is, in the words of the REST API; those that end a job by a failure are one. Runs one way. */
export const progressOf = {
  in: (): undefined => undefined,
  out: (state: unknown): string => {
    switch (state) {
      case 'finished':
        return 'succeeded';
      case 'finishedWithErrors':
      case 'failed':
        return 'failed';
      case 'processing':
        return 'processing';
      default:
        return 'pending';
    }
  },
};

/** Whether a job is over. Of one that is, the result says how it went. */
export const isOver = {
  in: (over: unknown): string => (over === true ? 'finished' : 'processing'),
  out: (state: unknown): boolean => ['succeeded', 'failed'].includes(progressOf.out(state)),
};

/** A record without its sublists, which the searches of SOAP callers leave out unless `bodyOnly` is false. Runs one way. */
export const bodyFields = {
  exact: true,
  in: (record: unknown, bodyOnly: unknown): unknown =>
    bodyOnly === false ? record : Object.fromEntries(Object.entries(record as object).filter(([name, value]) => !isSublist(name, value))),
  out: (record: unknown): unknown => record,
};

const OF_REFERENCES = ['id', 'externalId', 'refName', 'type', 'links'];

/** With lines, or with no more than links to them. Lists of references and of custom fields belong to the body. */
function isSublist(name: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || CUSTOM_FIELD.test(name)) return false;
  const { items } = value as { readonly items?: unknown };
  if (!Array.isArray(items)) return 'replaceAll' in value || Object.keys(value).join() === 'links';
  const isLine = (item: unknown) => typeof item === 'object' && item !== null && Object.keys(item).some((key) => !OF_REFERENCES.includes(key));
  return 'replaceAll' in value || items.some(isLine);
}

interface Reference {
  readonly id?: string;
  readonly externalId?: string;
}

/** A reference in a path or a query: the internal id, or `eid:` and the external one. */
export const reference = {
  in: (text: string): Reference => (text.startsWith('eid:') ? { externalId: text.slice(4) } : { id: text }),
  out: ({ id, externalId }: Reference): string | undefined => id ?? (externalId && `eid:${externalId}`),
};

/** Characters of a query with references: servers take no longer lines than some 8,000. */
const LONGEST_QUERY = 4_000;

export const references = {
  in: (texts: readonly string[]): Reference[] => texts.map(reference.in),
  out: (all: readonly Reference[]): string[] | undefined => {
    const texts = all.flatMap((one) => reference.out(one) ?? []);
    return texts.length < all.length || texts.join().length > LONGEST_QUERY ? undefined : texts;
  },
};

/** The path of a part below its record: an action like `!transform` is none. */
export const partPath = {
  in: (path: string): string | undefined => (path.startsWith('!') ? undefined : path),
  out: (path: string): string => path,
  laws: ['item', 'item/1', 'addressBook/7/addressBookAddress'],
};

/** An external id by itself: `eid:` and `!` are for the rules of those forms. */
export const bare = {
  in: (text: string): string | undefined => (/^(?:eid:|!)/.test(text) ? undefined : text),
  out: (id: string): string | undefined => bare.in(id),
  laws: ['EXT-1', '7', 'eid', 'a:b', 'a!'],
};

const SUMMARY_FIELDS = ['period', 'account', 'parentItem', 'item', 'entity', 'department', 'class', 'location', 'subsidiary', 'book'];

/** Fields of a summary as an object of flags. */
export const names = {
  in: (texts: readonly string[]): Members => {
    const unknown = texts.find((name) => !SUMMARY_FIELDS.includes(name));
    if (unknown !== undefined) throw new RangeError(`must be of ${SUMMARY_FIELDS.join(', ')}`);
    return Object.fromEntries(texts.map((name) => [name, true]));
  },
  out: (flags: Members): string[] => Object.keys(flags).filter((name) => flags[name] === true),
};

/** A value of an enumeration, which records show without its underscore; ids of records stay as they are. */
export const valueName = {
  in: (value: string): string => value.replace(/^_/, ''),
  out: (name: string): string => (/^[A-Za-z]\w*$/.test(name) ? `_${name}` : name),
};

interface NameFilter {
  readonly filterValue: string;
  readonly '@operator': string;
}

/** `oak` is that name, `oak*` begins so, `*oak*` contains it. */
export const nameFilter = {
  in: (text: string): NameFilter => {
    const [, before, filterValue, after] = /^(\*?)(.*?)(\*?)$/s.exec(text) as unknown as string[];
    return { filterValue, '@operator': before ? 'contains' : after ? 'startsWith' : 'is' };
  },
  out: ({ filterValue, '@operator': operator }: NameFilter): string =>
    `${operator === 'contains' ? '*' : ''}${filterValue}${operator === 'is' ? '' : '*'}`,
};

/** What came of the records of a bulk form. `misfits`: items that the service was not sent; `omitted`: members that it was not. */
export const outcomesOf = {
  in: (items: unknown): unknown => (items as readonly Outcome[]).map(responseOf),
  out: (responses: unknown, misfits?: unknown, omitted?: unknown): Outcome[] =>
    outcomesWith(responses as Parameters<typeof outcomesWith>[0], (misfits ?? []) as readonly Misfit[], (omitted ?? []) as readonly Misfit[]),
  schema: OUTCOMES_SCHEMA,
};

/** The status that one record of several would have had by itself. `record`: the one that was read. */
export const statusOf = {
  in: (status: number): boolean => status < 400,
  out: (ok: unknown, details?: unknown, record?: unknown): number => statusOfOne(ok, details as Details, record === undefined ? 204 : 200),
  schema: STATUS_SCHEMA,
};

/** What the details of a status say, beside the status itself. */
export const problemOf = {
  in: (problem: unknown): unknown => detailsOf(problem as Problem, (problem as Problem).code === undefined && (problem as Problem).detail === undefined),
  out: (details: unknown): object => problemIn(details as Details),
  schema: PROBLEM_SCHEMA,
};
