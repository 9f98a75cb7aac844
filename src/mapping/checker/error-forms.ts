// Compiles `rest.errors`: each form reads the error bodies of a REST service, and writes those for REST clients.

import { suggest } from '../../errors/suggest.ts';
import { arrayOf, objectOf } from '../../json/array.ts';
import { type Json, json } from '../../json/value.ts';
import { type BodyPart, Filling, quietManner } from '../../pattern/body/part.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import { holesOf, type Tree } from '../../pattern/tree.ts';
import {
  ERROR_ITEM_NAMES,
  ERROR_NAMES,
  type ErrorBody,
  type ErrorForm,
  type ErrorName,
  type ErrorValues,
} from '../../rule/error-form.ts';
import type { ErrorFormRow } from '../syntax/error-forms.ts';
import type { BuildContext } from './bound-hole.ts';
import { compileBody } from './rest-body.ts';
import { Scope } from './scope.ts';

export function compileErrorForms(rows: readonly ErrorFormRow[], ctx: BuildContext): readonly ErrorForm[] {
  return rows.map(({ media, statuses, body }) => ({ media, statuses, body: body && bodyOf(body, ctx) }));
}

function bodyOf(tree: Tree, ctx: BuildContext): ErrorBody {
  const usage = checkedUsage(tree, ctx);
  const scope = new Scope(ctx.codec, ctx.report);
  for (const name of ERROR_NAMES) scope.use(name, { side: 'rest.response', place: tree.place, ...FREE });
  const pattern = compileBody(tree, {
    ctx,
    manner: quietManner,
    variable: (name) => scope.get(name) ?? { name, number: ERROR_NAMES.length, type: undefined, uses: [], scope },
    items: (list) => scope.items(list),
    optional: () => false,
  });
  return {
    tree,
    read: (body) => readBody(pattern, body),
    write: (values) => writeBody(pattern, completed(values, usage)),
  };
}

const FREE = { optional: true, fallback: false };

interface Usage {
  /** `{detail}` without a question mark: the title stands in for a detail. */
  readonly needsDetail: boolean;
  /** `$each` over the single errors: one stands for the whole where there are none. */
  readonly needsErrors: boolean;
}

function checkedUsage(tree: Tree, ctx: BuildContext): Usage {
  let needsDetail = false;
  let holes = 0;
  holesOf(tree, (hole, place) => {
    holes++;
    if (hole.name === 'detail' && isNeeded(hole)) needsDetail = true;
    if (!isFree(hole, ctx)) checkName(hole.name, ERROR_NAMES, place, ctx);
  });
  if (holes === 0)
    ctx.report.add(
      'MAPPING_PATTERN',
      'the form has no placeholder',
      tree.place,
      `it may have ${ERROR_NAMES.join(', ')}`,
    );
  return { needsDetail, needsErrors: checkItems(tree, ctx) };
}

function isNeeded({ optional, default: fallback }: Hole): boolean {
  return !optional && fallback === undefined;
}

/** Given by the gateway without a look at the request: an error may come before there is one, and shows no credential. */
function isFree({ supplied, name }: Hole, { gateway }: BuildContext): boolean {
  const variable = gateway.get(name);
  return supplied && !variable?.take && !variable?.isCredential;
}

function checkName(name: string, names: readonly string[], place: Tree['place'], { report }: BuildContext): void {
  if (names.includes(name)) return;
  const hint = suggest(name, names) ?? `known: ${names.join(', ')}`;
  report.add('MAPPING_NAMES', `an error has no variable {${name}}`, place, hint);
}

/** True: a list of the tree has an item for each of `errors`. */
function checkItems(tree: Tree, ctx: BuildContext): boolean {
  if (tree.kind === 'object') return tree.entries.map(({ value }) => checkItems(value, ctx)).includes(true);
  if (tree.kind === 'list') return tree.items.map((item) => checkItems(item, ctx)).includes(true);
  if (tree.kind !== 'each') return false;
  if (tree.list !== 'errors')
    ctx.report.add('MAPPING_NAMES', `{${tree.list}} is no list`, tree.place, 'write $each over {errors.…}');
  holesOf(tree.item, ({ name }, place) => checkName(name, ERROR_ITEM_NAMES, place, ctx));
  return true;
}

function readBody(part: BodyPart, body: Json): ErrorValues | undefined {
  const bindings: Bindings = new Array(ERROR_NAMES.length);
  if (!part.match(body, bindings) || !bindings.some((value) => value !== undefined)) return undefined;
  return Object.fromEntries(ERROR_NAMES.flatMap((name, i) => (bindings[i] ? [[name, bindings[i]]] : [])));
}

function writeBody(part: BodyPart, values: ErrorValues): Json {
  const filling = new Filling();
  part.write(
    ERROR_NAMES.map((name: ErrorName) => values[name]),
    filling,
  );
  return json(filling.out.slice());
}

/** Adds what the form must have, and the error does not say. */
function completed(values: ErrorValues, { needsDetail, needsErrors }: Usage): ErrorValues {
  const { code, title, detail = title } = values;
  const single = objectOf([
    ...(code ? [['code', code] as const] : []),
    ...(detail ? [['message', detail] as const] : []),
  ]);
  return {
    ...values,
    ...(needsDetail && { detail }),
    ...(needsErrors && { errors: values.errors ?? arrayOf([single]) }),
  };
}
