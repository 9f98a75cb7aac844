// The statements of the service document as a list, and what has come of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const WAYS = ['REST → SOAP', 'SOAP → REST'] as const;
export type Way = (typeof WAYS)[number];

export interface Statement {
  readonly id: string;
  /** Of the list that the statement is made of; '' where it is made once. */
  readonly member: string;
  readonly section: string;
  readonly says: string;
}

/** Returns why the gateway refuses; undefined: it works. Throws where neither is so. */
export type Check = (member: string) => Promise<string | undefined>;
export type Checks = Readonly<Record<string, Check>>;

export interface Verdict {
  readonly statement: Statement;
  readonly way: Way;
  /** `open`: it neither works nor is refused with a reason. */
  readonly kind: 'works' | 'refused' | 'open';
  readonly reason?: string;
}

/** A statement of the file, with what it is made of. */
interface Entry {
  readonly id: string;
  readonly for?: string;
  readonly section: string;
  readonly says: string;
}

interface File {
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly statements: readonly Entry[];
}

const file = parse(readFileSync(join(import.meta.dirname, 'statements.yaml'), 'utf8')) as File;

export const entries: readonly Entry[] = file.statements;

export const statements: readonly Statement[] = file.statements.flatMap(({ id, for: of, section, says }) =>
  (of === undefined ? [''] : file.lists[of]).map((member) => ({
    id,
    member,
    section,
    says: says.replaceAll('{}', `\`${of === 'transforms' ? member.replace('/', '/{id}/!transform/') : member}\``),
  })),
);

/** Name of a verdict in the list of open ones. */
export const nameOf = ({ statement: { id, member }, way }: Pick<Verdict, 'statement' | 'way'>) =>
  `${way}: ${id}${member && ` ${member}`}`;

/** One after the other: the services behind are the same for all. */
export async function verdictsOf(way: Way, checks: Checks): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const statement of statements) verdicts.push(await verdictOf(way, statement, checks[statement.id]));
  return verdicts;
}

async function verdictOf(way: Way, statement: Statement, check: Check | undefined): Promise<Verdict> {
  try {
    if (check === undefined) throw new Error('no check');
    const reason = await check(statement.member);
    if (reason === undefined) return { statement, way, kind: 'works' };
    if (!/\w+ \w+/.test(reason)) throw new Error(`refused without a reason: ${reason}`);
    return { statement, way, kind: 'refused', reason };
  } catch (error) {
    return { statement, way, kind: 'open', reason: (error as Error).message.split('\n').slice(0, 12).join(' ') };
  }
}

export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(why);
}

export function same(actual: unknown, expected: unknown, why: string): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert(a === e, `${why}: ${a?.slice(0, 400)} in place of ${e?.slice(0, 200)}`);
}
