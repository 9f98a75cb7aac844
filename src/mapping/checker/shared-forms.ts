// What the compiled form of a header depends on: rules in which this is equal share one form. A table has hundreds of rules with the same headers.

import type { Codec } from '../../codec/model/codec.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import type { HeaderPattern } from '../../pattern/headers.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { builtIn } from '../converters/registry.ts';
import type { VariableType } from '../model/variables.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope, Variable } from './scope.ts';

/** What compiling a path, a query or a header needs. */
export interface RestSource {
  readonly ctx: BuildContext;
  readonly scope: Scope;
  optional(variable: Variable): boolean;
}

const byCodec = new WeakMap<Codec, WeakMap<HeaderRow, Map<string, HeaderPattern>>>();

/** The form of a header without mistakes. */
export function sharedHeader(row: HeaderRow, source: RestSource, compile: () => HeaderPattern): HeaderPattern {
  const { codec, report } = source.ctx;
  const key = keyOf(row, source);
  if (key === undefined) return compile();
  const byRow = byCodec.get(codec) ?? new WeakMap<HeaderRow, Map<string, HeaderPattern>>();
  byCodec.set(codec, byRow);
  const forms = byRow.get(row) ?? new Map<string, HeaderPattern>();
  byRow.set(row, forms);
  const same = forms.get(key);
  if (same) return same;
  const { length } = report.problems;
  const header = compile();
  if (report.problems.length === length) forms.set(key, header);
  return header;
}

/** undefined: the form may depend on more. */
function keyOf({ parts, each }: HeaderRow, source: RestSource): string | undefined {
  const { scope, ctx } = source;
  const mode = ctx.writesDefaults ? 'w' : '';
  if (ctx.searches !== undefined || ctx.clientPathOf !== undefined) return undefined;
  if (each === undefined) return keyOfParts(parts, source, mode);
  const list = scope.get(each.list);
  const { item } = each;
  if (list === undefined || (item.kind !== 'hole' && item.kind !== 'text')) return undefined;
  const items = scope.items(each.list);
  const start = `${mode}${list.number}${source.optional(list)}${list.type?.kind}${items.names.join()}`;
  const ofItem = { ctx, scope: items, optional: () => true };
  return keyOfParts(item.kind === 'hole' ? [item.hole] : item.parts, ofItem, start);
}

function keyOfParts(parts: readonly Part[], { scope, optional }: RestSource, start: string): string | undefined {
  let key = start;
  for (const part of parts) {
    if (!isHole(part)) continue;
    const variable = isPlain(part) ? scope.get(part.name) : undefined;
    const type = variable && typeKey(variable.type);
    if (variable === undefined || type === undefined) return undefined;
    key += ` ${variable.number}${optional(variable) ? '?' : ''}${type}`;
  }
  return key;
}

/** Nothing but its variable gives it a value, and its converters have neither arguments nor options. */
function isPlain({ supplied, constant, converters }: Hole): boolean {
  return (
    !supplied &&
    constant === undefined &&
    converters.every(({ name, args }) => {
      const entry = args.length === 0 ? builtIn(name)?.value : undefined;
      return entry !== undefined && entry.configure === undefined;
    })
  );
}

function typeKey(type: VariableType | undefined): string | undefined {
  if (type === undefined) return '-';
  if (type.kind === 'text' && type.values === undefined) return type.list ? 'texts' : 'text';
  if (type.kind !== 'value' || type.type.kind !== 'simple') return undefined;
  return `#${numberOf(type.type)}${type.list ? '*' : ''}`;
}

let count = 0;
const numbers = new WeakMap<TypeDef, number>();

function numberOf(type: TypeDef): number {
  let number = numbers.get(type);
  if (number === undefined) numbers.set(type, (number = ++count));
  return number;
}
