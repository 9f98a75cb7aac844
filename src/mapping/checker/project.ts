// `project:` of a response: the variables that select what of the body REST clients are shown. A REST service behind must show the whole.
import type { ComplexType } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { TRUE } from '../../json/value.ts';
import { kindOf } from '../../json/walk.ts';
import { asReference } from '../../pattern/reference.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { Projection, type ProjectionPlan } from '../../pattern/view/projection.ts';
import { builtinValue } from '../model/variables.ts';
import type { Located } from '../syntax/fields.ts';
import type { ProjectRow } from '../syntax/project.ts';
import type { Row } from '../syntax/row.ts';
import { holdsWhen, type Setting } from '../syntax/settings.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import { holesInRequest } from './names-in.ts';
import { select } from './presentation/selectors.ts';
import { type RestSource, textTemplate } from './rest-parts.ts';
import type { Scope } from './scope.ts';
import { Views } from './views.ts';

/** Merges the entries whose `when` holds; undefined: none does. */
export function projectOf(
  rows: readonly ProjectRow[],
  settings: ReadonlyMap<string, Setting>,
  { report }: BuildContext,
): ProjectRow | undefined {
  const holding = rows.filter(({ when }) => holdsWhen(when, settings, report));
  const [first] = holding;
  if (first === undefined) return undefined;
  const single = <K extends 'fields' | 'links' | 'codes'>(key: K): ProjectRow[K] => {
    const definitions = holding.filter((row) => row[key] !== undefined);
    if (definitions.length > 1) report.add('MAPPING_DUPLICATE', `"project" sets "${key}" twice`, definitions[1].place);
    return definitions[0]?.[key];
  };
  return { place: first.place, fields: single('fields'), links: single('links'), codes: single('codes') };
}

/** Uses its variables, which must be in the request. */
export function useProject(row: Row, project: ProjectRow, scope: Scope, ctx: BuildContext): void {
  const { report, codec } = ctx;
  const use = (name: string, place: Place) =>
    scope.use(name, { side: 'rest.reply', place, optional: true, fallback: false, of: 'project' });
  if (row.direction === 'soap-to-rest')
    report.add('MAPPING_SHAPE', '"project" is a view for REST clients, and none reaches this rule', project.place);
  if (row.reply.body === undefined) report.add('MAPPING_SHAPE', '"project" needs a response body', project.place);
  const { fields, links, codes } = project;
  if (fields)
    scope.typed(use(fields.names.value, fields.names.place), { kind: 'text', list: true }, fields.names.place);
  for (const flag of [links?.unless, codes?.unless])
    if (flag) scope.typed(use(flag.value, flag.place), builtinValue(codec, 'boolean'), flag.place);
  for (const part of links?.self.parts ?? []) if (isHole(part)) use(part.name, links!.self.place);
  for (const variable of [fields?.names, links?.unless, codes?.unless]) {
    if (variable === undefined || scope.get(variable.value)!.uses.some(({ side }) => side === 'rest.request')) continue;
    const hint = scope.suggest(variable.value) ?? `write ?${variable.value}={${variable.value}?} in the request`;
    report.add('MAPPING_NAMES', `{${variable.value}} must be in the request`, variable.place, hint);
  }
}

/** A service that shows less than the whole would leave SOAP clients without it. */
function demandWhole(row: Row, flag: Located<string> | undefined, { ctx, scope }: RestSource): void {
  if (flag === undefined || row.direction !== undefined) return;
  const { value: name, place } = flag;
  const variable = scope.get(name)!;
  const holes = holesInRequest(row).filter((hole) => hole.name === name);
  const fills = holes.flatMap((hole) => {
    const { fill } = boundHole(hole, variable, 'rest', stringText, true, place, ctx);
    return fill ?? [];
  });
  if (fills.some((value) => kindOf(value) === TRUE)) return;
  const message = `the service must show the whole: {${name}} has no fill default that is true`;
  ctx.report.add(
    'MAPPING_MISSING',
    message,
    place,
    `write {${name}=false:true} in the request, or set only: rest-to-soap`,
  );
}

/** Call this when every variable has its type. undefined (and reported): the body has no members. */
export function compileProject(
  row: Row,
  { fields, links, codes, place }: ProjectRow,
  source: RestSource,
): Projection | undefined {
  const { ctx, scope } = source;
  const { body } = row.reply;
  const number = (name: string | undefined) => (name === undefined ? undefined : scope.get(name)!.number);
  const views = new Views(
    ctx.codec,
    new Set(links?.types.flatMap((entry) => select(entry, ctx.plain).types as ComplexType[])),
  );
  const root = body && views.body(body, (name) => scope.get(name)?.type);
  if (root === undefined) {
    if (body) ctx.report.add('MAPPING_TYPE', '"project" needs a body whose members the contract declares', place);
    return undefined;
  }
  demandWhole(row, links?.unless, source);
  demandWhole(row, codes?.unless, source);
  const names = ctx.codec.codes;
  if (codes && names === undefined)
    ctx.report.add(
      'MAPPING_MISSING',
      '"codes" needs the names of two members',
      codes.place,
      'write codes: { key, label } under types: "*"',
    );
  const plan: ProjectionPlan = {
    root,
    fields: fields && {
      ...fields,
      variable: number(fields.names.value)!,
      parameter: parameterOf(row, fields.names.value),
    },
    links: links && {
      self: asReference(textTemplate(links.self.parts, links.self.place, 'an address', true, source)),
      as: [Buffer.from(links.as[0]), Buffer.from(links.as[1])],
      unless: number(links.unless?.value),
    },
    codes: codes && names && { ...names, unless: number(codes.unless?.value) },
  };
  return new Projection(plan);
}

function parameterOf({ line }: Row, name: string): string {
  const parameter = line.value.query.find(({ parts }) => parts.some((part) => isHole(part) && part.name === name));
  return `?${parameter?.name ?? name}`;
}
