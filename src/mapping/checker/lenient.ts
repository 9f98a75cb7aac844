// `lenient:` of a request: how the client wants unknown members and wrong values handled. `Error` refuses them, `Warning` omits and lists
// them, `Ignore` omits them.

import { SoapstoneError } from '../../errors/errors.ts';
import { arrayOf } from '../../json/array.ts';
import { fromJs, type Json } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { MappingRule } from '../model/mapping.ts';
import { builtinValue, type VariableType } from '../model/variables.ts';
import type { LenientRow } from '../syntax/body-options.ts';
import type { Row } from '../syntax/row.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope } from './scope.ts';

const LEVELS = ['error', 'warning', 'ignore'];
const [ERROR, WARNING] = LEVELS;
/** The longest list of warnings. */
const MAX_WARNINGS = 20;

/** Its variables, with their types. */
export function useLenient(
  row: Row,
  { names, values, into, place }: LenientRow,
  scope: Scope,
  ctx: BuildContext,
): void {
  const { report, codec } = ctx;
  if (row.body === undefined) report.add('MAPPING_SHAPE', '"lenient" needs a request body', place);
  for (const variable of [names, values]) {
    if (variable === undefined) continue;
    const use = {
      side: 'rest.request',
      place: variable.place,
      optional: true,
      fallback: true,
      of: 'lenient',
    } as const;
    if (scope.get(variable.value) === undefined) {
      const hint = scope.suggest(variable.value) ?? `write {${variable.value}=Error} in a header`;
      report.add('MAPPING_NAMES', `{${variable.value}} must be in the request`, variable.place, hint);
    }
    scope.typed(scope.use(variable.value, use), builtinValue(codec, 'string'), variable.place);
  }
  if (into === undefined) return;
  const text = builtinValue(codec, 'string');
  const fields = new Map<string, VariableType>(['path', 'code', 'message'].map((name) => [name, text]));
  const list = scope.use(into.value, {
    side: 'soap.reply',
    place: into.place,
    optional: true,
    fallback: false,
    of: 'lenient',
  });
  scope.typed(list, { kind: 'items', fields }, into.place);
}

/** Refuses unknown levels with BAD_HEADER or BAD_QUERY. */
export function checkLenient(row: Row, { names, values }: LenientRow, scope: Scope): (bindings: Bindings) => void {
  const levels = [names, values].flatMap((variable) =>
    variable ? [{ number: scope.get(variable.value)!.number, name: variable.value }] : [],
  );
  return (bindings) => {
    for (const { number, name } of levels) if (!LEVELS.includes(wordAt(number, bindings))) throw refusal(row, name);
  };
}

function refusal({ headers }: Row, name: string): SoapstoneError {
  const header = headers.find(({ parts }) => parts.some((part) => isHole(part) && part.name === name));
  return new SoapstoneError(header ? 'BAD_HEADER' : 'BAD_QUERY', 'must be Error, Warning or Ignore', {
    path: header?.name ?? `?${name}`,
  });
}

export function toleranceOf({ names, values, into }: LenientRow, scope: Scope): NonNullable<MappingRule['tolerance']> {
  const numberOf = (variable: LenientRow['names']) => (variable ? scope.get(variable.value)!.number : -1);
  const [n, v, list] = [numberOf(names), numberOf(values), numberOf(into)];
  return (bindings) => {
    const onNames = wordAt(n, bindings);
    const onValues = wordAt(v, bindings);
    if (onNames === ERROR && onValues === ERROR) return undefined;
    const warnings: Json[] = [];
    if (list >= 0) bindings[list] = undefined;
    return {
      names: onNames !== ERROR,
      values: onValues !== ERROR,
      leaveOut({ code, path = '$', message }) {
        const level = code === 'CODEC_UNKNOWN' ? onNames : onValues;
        if (level !== WARNING || list < 0 || warnings.length === MAX_WARNINGS) return;
        warnings.push(fromJs({ path, code, message }));
        bindings[list] = arrayOf(warnings);
      },
    };
  };
}

/** The default is Error. */
function wordAt(variable: number, bindings: Bindings): string {
  const value = variable < 0 ? undefined : bindings[variable];
  return (value && scalarText(value)?.toLowerCase()) ?? ERROR;
}
