// Checks and compiles `marks:` of a request: the body is one placeholder, or one with members beside it, and its resources have the flag.
import { isPresentedList } from '../../codec/presentation/presented-list.ts';
import type { ComplexType } from '../../contract/model/model.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import { Marks } from '../../pattern/view/marks.ts';
import { builtinValue } from '../model/variables.ts';
import type { MarksRow } from '../syntax/body-options.ts';
import type { Row } from '../syntax/row.ts';
import type { BuildContext } from './bound-hole.ts';
import { select } from './presentation/selectors.ts';
import type { Scope } from './scope.ts';
import { Views } from './views.ts';

/** Its variables, with their types. */
export function useMarks(row: Row, { nameList, nulls, place }: MarksRow, scope: Scope, ctx: BuildContext): void {
  const { report, codec } = ctx;
  if (markedHole(row) === undefined)
    report.add('MAPPING_PATTERN', '"marks" needs a body that is one placeholder, or has one for $rest', place);
  for (const variable of [nameList, ...(nulls ? [nulls] : [])]) {
    if (scope.get(variable.value) === undefined) {
      const hint = scope.suggest(variable.value) ?? `write ?${variable.value}={${variable.value}?} in the request`;
      report.add('MAPPING_NAMES', `{${variable.value}} must be in the request`, variable.place, hint);
    }
    const use = { side: 'soap.request', place: variable.place, optional: true, fallback: true, of: 'marks' } as const;
    const type = variable === nameList ? ({ kind: 'text', list: true } as const) : builtinValue(codec, 'boolean');
    scope.typed(scope.use(variable.value, use), type, variable.place);
  }
}

export function compileMarks(
  row: Row,
  marks: MarksRow,
  scope: Scope,
  { codec, plain, report }: BuildContext,
): Marks | undefined {
  const types = new Set(marks.types.flatMap((entry) => select(entry, plain).types));
  for (const type of types)
    if (!hasFlag(type, marks.member, codec)) {
      const message = `type "${type.name?.local}" has no member "${marks.member}"`;
      report.add('MAPPING_UNKNOWN_ELEMENT', message, marks.place);
    }
  const root = row.body && new Views(codec, types).body(row.body, (name) => scope.get(name)?.type);
  const hole = markedHole(row);
  if (hole === undefined) return undefined;
  if (root === undefined) {
    const message = `{${hole.name}} has no members in the contract that "marks" could flag`;
    report.add('MAPPING_TYPE', message, marks.place, 'bind it to an element of a complex type, without a converter');
    return undefined;
  }
  const number = (name: string) => scope.get(name)!.number;
  const field = row.line.value.query.find(({ parts }) =>
    parts.some((p) => isHole(p) && p.name === marks.nameList.value),
  );
  return new Marks({
    root,
    variable: number(hole.name),
    names: number(marks.nameList.value),
    nulls: marks.nulls ? number(marks.nulls.value) : -1,
    member: marks.member,
    parameter: `?${field?.name ?? marks.nameList.value}`,
  });
}

/** The placeholder of the body's members. */
function markedHole({ body }: Row): Hole | undefined {
  if (body?.kind === 'hole') return body.hole;
  return body?.kind === 'object' ? body.rest?.hole : undefined;
}

function hasFlag(type: ComplexType, member: string, codec: BuildContext['codec']): boolean {
  return !isPresentedList(type) && codec.members(type).some((m) => m.key === member);
}
