// A view of a value by the caller's parameters.
import { ByteBuffer } from '../../../bytes/buffer.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { suggestKey } from '../../../errors/suggest.ts';
import { scanned } from '../../../json/tape.ts';
import { fromJs, type Json, json, TRUE } from '../../../json/value.ts';
import { itemsOf, kindOf, member, scalarText } from '../../../json/walk.ts';
import type { Bindings } from '../../../pattern/text/bound-values.ts';
import { fillText, type TextTemplate } from '../../../pattern/text/text-template.ts';
import { selectionOf, type View, type ViewMember } from '../../model/member-view.ts';
import { encodedPath, foundPart, noSuchPart, type Part, partOf } from './part.ts';
import { NO_LINK, Walk } from './walk.ts';

export interface ProjectionPlan {
  readonly root: View;
  readonly fields?: {
    readonly variable: number;
    /** Names that are always shown. */
    readonly always: readonly string[];
    /** Resources can be selected by name. */
    readonly resources: boolean;
    /** Name of the parameter, for messages. */
    readonly parameter: string;
  };
  readonly links?: {
    /** Address of the body. */
    readonly self: TextTemplate;
    /** JSON of a link before and after the address, without braces. */
    readonly as: readonly [before: Uint8Array, after: Uint8Array];
    /** Where true, resources are shown as a whole. */
    readonly showsWhole: Flag;
  };
  /** The part of the body that is shown, by its address below that of the body. */
  readonly part?: {
    readonly variable: number;
    /** It is a list; else it is an object. */
    readonly list: boolean;
    /** The variable for the number of its items. */
    readonly total?: number;
  };
  /** Coded values as objects. */
  readonly codes?: { readonly key: string; readonly label: string; readonly showsPlain: Flag };
}

/** A variable, or a constant. */
type Flag = number | boolean;

export class Projection {
  private readonly plan: ProjectionPlan;
  private readonly opening: Uint8Array;
  private readonly middle: Uint8Array;

  constructor(plan: ProjectionPlan) {
    this.plan = plan;
    this.opening = Buffer.from(`{${JSON.stringify(plan.codes?.key)}:`);
    this.middle = Buffer.from(`,${JSON.stringify(plan.codes?.label)}:`);
  }

  /** Throws BAD_QUERY for unknown names, and NOT_FOUND for a part that no such body has, before the service is called. */
  check(bindings: Bindings): void {
    const { fields, root, part } = this.plan;
    if (part) this.partAt(part, bindings);
    if (fields === undefined) return;
    for (const path of textsOf(fields.variable, bindings)) checkPath(path, root, fields);
  }

  /** The bindings with the view of the variable. */
  withView(variable: number, bindings: Bindings): Bindings {
    const value = bindings[variable];
    if (value && this.plan.part) return this.withPart(variable, value, this.plan.part, bindings);
    const view = value && this.view(value, bindings);
    if (view === value) return bindings;
    const result = bindings.slice();
    result[variable] = view;
    return result;
  }

  /** Throws a NOT_FOUND fault where the body has no such part. A list that is not there has no items. */
  private withPart(variable: number, body: Json, plan: NonNullable<ProjectionPlan['part']>, bindings: Bindings) {
    const part = this.partAt(plan, bindings);
    const value = foundPart(body, part);
    const result = bindings.slice();
    const self = fillText(this.plan.links!.self, bindings) + encodedPath(part);
    result[variable] = this.viewOf(value, { ...part, self }, bindings);
    if (plan.total !== undefined) result[plan.total] = countOf(value, part);
    return result;
  }

  private partAt({ variable, list }: NonNullable<ProjectionPlan['part']>, bindings: Bindings): Part {
    const path = scalarText(bindings[variable] as Json) as string;
    const part = partOf(this.plan.root, path);
    if (part === undefined || (part.items !== undefined) !== list) throw noSuchPart(path);
    return part;
  }

  private viewOf(value: Json, part: Part & { readonly self: string }, bindings: Bindings): Json {
    const { links, codes } = this.plan;
    const out = new ByteBuffer(value.end - value.start + 256);
    const coded = codes !== undefined && !isTrue(codes.showsPlain, bindings);
    const manner = { as: links!.as, short: !isTrue(links!.showsWhole, bindings), coded: coded ? this : undefined };
    const { tape, node } = scanned(value);
    new Walk(tape, out, manner).value(node, part.view, undefined, part);
    return json(out.slice());
  }

  private view(body: Json, bindings: Bindings): Json {
    const { fields, links, codes } = this.plan;
    const paths = fields === undefined ? [] : textsOf(fields.variable, bindings);
    const self = links && fillText(links.self, bindings);
    const coded = codes !== undefined && !isTrue(codes.showsPlain, bindings);
    if (paths.length === 0 && self === undefined && !coded) return body;
    const out = new ByteBuffer(body.end - body.start + 256);
    const short = links !== undefined && !isTrue(links.showsWhole, bindings);
    const selection = paths.length === 0 ? undefined : selectionOf(paths, fields!.always);
    const { tape, node } = scanned(body);
    const manner = { as: links?.as ?? NO_LINK, short, coded: coded ? this : undefined };
    new Walk(tape, out, manner).value(node, this.plan.root, selection, self === undefined ? undefined : { self });
    return json(out.slice());
  }

  /** `"Bank"` → `{"id":"Bank","refName":"Bank"}` */
  appendCode(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): void {
    out.append(this.opening);
    out.append(bytes, start, end);
    out.append(this.middle);
    out.append(bytes, start, end);
    out.push(0x7d);
  }
}

function isTrue(flag: Flag, bindings: Bindings): boolean {
  if (typeof flag === 'boolean') return flag;
  const value = bindings[flag];
  return value !== undefined && kindOf(value) === TRUE;
}

function textsOf(variable: number, bindings: Bindings): string[] {
  const value = bindings[variable];
  return value === undefined ? [] : itemsOf(value).map((item) => scalarText(item) ?? '');
}

function checkPath(path: string, root: View, fields: NonNullable<ProjectionPlan['fields']>): void {
  const refuse = (message: string, suggestion?: string) => {
    throw new SoapstoneError('BAD_QUERY', message, { path: fields.parameter, suggestion });
  };
  let view: View | undefined = root;
  for (const name of path.split('.')) {
    const member: ViewMember | undefined = view?.member(name);
    if (member === undefined) {
      if (view !== undefined && view.names === undefined) return;
      refuse(`there is no field "${path}"`, view?.names && suggestKey(name, view.names));
    }
    if (member!.resource && !fields.resources) refuse(`"${name}" is no field of the body but a resource of its own`);
    view = member!.memberView;
  }
}

function countOf(value: Json, { items }: Part): Json {
  const list = items && member(value, items.member);
  return fromJs(list === undefined ? 0 : itemsOf(list).length);
}
