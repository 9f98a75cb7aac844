// The verdicts as a table: a row for each statement, with what is refused of it by name.
import { entries, type Verdict, WAYS, type Way } from './statements.ts';

export function tableOf(verdicts: readonly Verdict[]): string {
  const lines = entries.map(({ id, for: of, section, says }) => {
    const cells = WAYS.map((way) => cellOf(verdicts.filter((one) => one.statement.id === id && one.way === way)));
    return `| ${section} | ${says.replaceAll('{}', of === 'transforms' ? '*transform*' : '*name*')} | ${cells.join(' | ')} |`;
  });
  return [`| section | statement | ${WAYS.join(' | ')} |`, '|---|---|---|---|', ...lines].join('\n');
}

function cellOf(verdicts: readonly Verdict[]): string {
  const works = verdicts.filter(({ kind }) => kind === 'works').length;
  const others = verdicts.filter(({ kind }) => kind !== 'works').map(wordsOf);
  const count = verdicts.length === 1 ? 'works' : `${works} work`;
  return [...(works > 0 ? [count] : []), ...others].join('; ');
}

function wordsOf({ kind, reason = '', statement: { member } }: Verdict): string {
  const name = member && ` \`${member}\``;
  return kind === 'open' ? `open:${name || ' not yet'}` : `refused${name}: ${reason.replaceAll('|', '\\|')}`;
}

export function countsOf(verdicts: readonly Verdict[]): string {
  const row = (way: Way) => {
    const of = (kind: Verdict['kind']) => verdicts.filter((one) => one.way === way && one.kind === kind).length;
    return `| ${way} | ${of('works')} | ${of('refused')} | ${of('open')} |`;
  };
  return ['| | works | refused | open |', '|---|---|---|---|', ...WAYS.map(row)].join('\n');
}
