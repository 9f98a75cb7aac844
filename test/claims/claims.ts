// The sentences of a page, and what shows that they are true. Proofs stand in a list of their own, so that readers of the page do not meet them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A list has sentences, each followed by its proofs on indented lines. */
export type Proofs = ReadonlyMap<string, readonly string[]>;

/** Rows of a table whose last cell names tests are their own proof: another test looks at those. */
const SHOWN_BY_ITSELF = /`test\/[^`]+`[^|]*\|$/;
/** A list item begins anew, and so does a table. */
const ITEM = /^(?:[-*]|\d+\.) /;
const END_OF_SENTENCE = /(?<=[.!?])\s+(?=[A-Z`*[“"\d])/;

/** Sentences of paragraphs and items, rows of tables and the heads of tables; headings and code are none. */
export function sentencesOf(page: string): string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of page.replace(/^```[\s\S]*?^```$/gm, '').split('\n')) {
    const isText = line.trim() !== '' && !/^(?:#|<!--| {4,}\S)/.test(line);
    const text = line.trim();
    if (!isText) open = false;
    else if (text.startsWith('|')) {
      blocks.push(text);
      open = false;
    } else if (open && !ITEM.test(text)) blocks[blocks.length - 1] += ` ${text}`;
    else {
      blocks.push(text.replace(ITEM, ''));
      open = true;
    }
  }
  return blocks.flatMap((block) => (block.startsWith('|') ? rowsOf(block) : block.split(END_OF_SENTENCE)));
}

function rowsOf(row: string): string[] {
  return /^[|\s:-]+$/.test(row) || SHOWN_BY_ITSELF.test(row) ? [] : [row];
}

/** @throws Error where a sentence stands in the list twice, or has no proof. */
export function readProofs(text: string): Proofs {
  const proofs = new Map<string, string[]>();
  let own: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('  ')) own?.push(line.trim());
    else if (proofs.has(line)) throw new Error(`twice: ${line}`);
    else proofs.set(line, (own = []));
  }
  for (const [sentence, all] of proofs) if (all.length === 0) throw new Error(`no proof: ${sentence}`);
  return proofs;
}

export interface Gaps {
  /** Of the page. */
  readonly unproven: readonly string[];
  /** Of the list. */
  readonly stale: readonly string[];
}

/** The head of a table may stand for all of it. */
export function gapsOf(page: string, proofs: Proofs): Gaps {
  const sentences = sentencesOf(page);
  const proven = (sentence: string, i: number): boolean =>
    proofs.has(sentence) || (isRow(sentence) && isRow(sentences[i - 1]) && followsProven(page, sentence, proofs));
  return {
    unproven: sentences.filter((sentence, i) => !proven(sentence, i)),
    stale: [...proofs.keys()].filter((sentence) => !sentences.includes(sentence)),
  };
}

function isRow(sentence: string | undefined): boolean {
  return sentence?.startsWith('|') === true;
}

/** Whether the table of this row has `whole table:` as the proof of its head. */
function followsProven(page: string, row: string, proofs: Proofs): boolean {
  const before = page.slice(0, page.indexOf(row));
  const head = before.slice(before.lastIndexOf('\n\n') + 2).split('\n', 1)[0];
  return proofs.get(head)?.some((proof) => proof.startsWith('whole table: ')) === true;
}

/**
 * What is wrong with a proof; undefined: nothing. There are
 * - `test/x.test.ts: the name of a test`;
 * - `run: npm run chaos -- NAME`, a command that shows it, where it takes minutes or a quiet machine;
 * - `description: why`, `advice: why` and `others: whose`, for what claims nothing of the program;
 * - `unproven: why`.
 * Before one of them may stand `whole table: `.
 */
export function mistakeIn(proof: string): string | undefined {
  const [, kind, what] = /^(?:whole table: )?(\S+?): (.+)$/.exec(proof) ?? [];
  if (kind === undefined) return 'is no proof';
  if (kind.startsWith('test/')) return mistakeInTest(kind, what);
  if (kind === 'run') return mistakeInCommand(what);
  return ['description', 'advice', 'others', 'unproven'].includes(kind) ? undefined : 'is of no kind';
}

function mistakeInTest(file: string, name: string): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return 'names no file';
  const text = readFileSync(path, 'utf8');
  const quoted = ["'", '"', '`'].some((quote) => text.includes(quote + name.replaceAll(quote, `\\${quote}`) + quote));
  return quoted ? undefined : 'names no test of the file';
}

const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
const chaos = readFileSync(join(root, 'bench', 'chaos', 'run.ts'), 'utf8');

function mistakeInCommand(command: string): string | undefined {
  const [, script, experiment] = /^npm run (\S+)(?: -- (\S+))?$/.exec(command) ?? [];
  const file = /^node (\S+)$/.exec(command)?.[1];
  if (file !== undefined) return existsSync(join(root, file)) ? undefined : 'names no file';
  if (script === undefined || !Object.hasOwn(scripts, script)) return 'is no command';
  return script !== 'chaos' || chaos.includes(`['${experiment}',`) ? undefined : 'is no experiment';
}
