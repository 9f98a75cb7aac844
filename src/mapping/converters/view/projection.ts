// A view of a value by the caller's parameters: selected members, resources as links, coded values with their
// labels. One walk over the JSON.
import { ByteBuffer } from '../../../bytes/buffer.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { suggestKey } from '../../../errors/suggest.ts';
import { scanned } from '../../../json/tape.ts';
import { jsonString, stringValue } from '../../../json/text.ts';
import {
  ARRAY,
  ESCAPED,
  type Json,
  json,
  KEY,
  NULL,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from '../../../json/value.ts';
import { itemsOf, kindOf, nextNode, scalarText } from '../../../json/walk.ts';
import type { Bindings } from '../../../pattern/text/bound-values.ts';
import { fillText, type TextTemplate } from '../../../pattern/text/text-template.ts';
import { type Selection, selectionOf, type View, type ViewMember } from '../../model/member-view.ts';

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

  /** Throws BAD_QUERY for unknown names, before the service is called. */
  check(bindings: Bindings): void {
    const { fields, root } = this.plan;
    if (fields === undefined) return;
    for (const path of textsOf(fields.variable, bindings)) checkPath(path, root, fields);
  }

  /** The bindings with the view of the variable. */
  withView(variable: number, bindings: Bindings): Bindings {
    const value = bindings[variable];
    const view = value && this.view(value, bindings);
    if (view === value) return bindings;
    const result = bindings.slice();
    result[variable] = view;
    return result;
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
    new Walk(tape, out, manner).value(node, this.plan.root, selection, self);
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

interface Manner {
  /** Resources are shown as links only. */
  readonly short: boolean;
  readonly as: readonly [before: Uint8Array, after: Uint8Array];
  readonly coded: Projection | undefined;
}

const NO_LINK = [new Uint8Array(0), new Uint8Array(0)] as const;
const BRACES = [0x7b, 0x7d] as const;
const BRACKETS = [0x5b, 0x5d] as const;
const COMMA = 0x2c;
const COLON = 0x3a;

class Walk {
  private readonly tape: Tape;
  private readonly out: ByteBuffer;
  private readonly manner: Manner;

  constructor(tape: Tape, out: ByteBuffer, manner: Manner) {
    this.tape = tape;
    this.out = out;
    this.manner = manner;
  }

  /** `self`: address to show in the value. */
  value(node: number, view: View | undefined, selection: Selection | undefined, self?: string): void {
    const kind = this.kind(node);
    if (view === undefined || (kind !== OBJECT && kind !== ARRAY)) this.copy(node);
    else if (kind === OBJECT) this.object(node, view, selection, self);
    else this.list(node, (item) => this.value(item, view, selection));
  }

  private object(node: number, view: View, selection: Selection | undefined, self: string | undefined): void {
    const { tape, out } = this;
    const end = nextNode(tape, node);
    out.push(BRACES[0]);
    const start = out.length;
    if (self !== undefined) this.link(self);
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      const name = stringValue(tape, k);
      const nested = selection?.get(name);
      if (selection !== undefined && nested === undefined) continue;
      if (out.length > start) out.push(COMMA);
      this.copy(k);
      out.push(COLON);
      this.member(k + 1, view.member(name), nested ?? undefined, self && `${self}/${encodeURIComponent(name)}`);
    }
    out.push(BRACES[1]);
  }

  /** A resource is shown with its selected members. */
  private member(node: number, member: ViewMember | undefined, selection: Selection | undefined, self?: string): void {
    const kind = this.kind(node);
    if (member === undefined || kind === NULL) return this.copy(node);
    if (member.coded && this.manner.coded) return this.code(node, this.manner.coded);
    if (!member.resource || self === undefined) return this.value(node, member.memberView, selection);
    if (!this.manner.short || selection !== undefined) return this.value(node, member.memberView, selection, self);
    this.out.push(BRACES[0]);
    this.link(self);
    this.out.push(BRACES[1]);
  }

  private code(node: number, projection: Projection): void {
    if (this.kind(node) === ARRAY) return this.list(node, (item) => this.code(item, projection));
    if (this.kind(node) !== STRING) return this.copy(node);
    const { bytes, start, end } = this.slice(node);
    projection.appendCode(bytes, start, end, this.out);
  }

  private list(node: number, write: (item: number) => void): void {
    const { tape, out } = this;
    const end = nextNode(tape, node);
    out.push(BRACKETS[0]);
    for (let item = node + 1; item < end; item = nextNode(tape, item)) {
      if (item > node + 1) out.push(COMMA);
      write(item);
    }
    out.push(BRACKETS[1]);
  }

  private link(href: string): void {
    const [prefix, suffix] = this.manner.as;
    this.out.append(prefix);
    this.out.append(jsonString(href));
    this.out.append(suffix);
  }

  private copy(node: number): void {
    const { bytes, start, end } = this.slice(node);
    this.out.append(bytes, start, end);
  }

  /** As written, quotes included. */
  private slice(node: number): { readonly bytes: Uint8Array; readonly start: number; readonly end: number } {
    const { bytes, entries } = this.tape;
    const at = node * STRIDE;
    const quote = this.kind(node) === STRING || this.kind(node) === KEY ? 1 : 0;
    return { bytes, start: entries[at + 1] - quote, end: entries[at + 2] + quote };
  }

  private kind(node: number): number {
    return this.tape.entries[node * STRIDE] & ~ESCAPED;
  }
}
