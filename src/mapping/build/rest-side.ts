// The REST side of a rule: lines, headers and body trees of the table → compiled patterns. Runs after the SOAP side: the contract has typed
// the variables by then.
import type { Place } from '../../errors.ts';
import { fromJs, json } from '../../json/value.ts';
import { ConstantPart } from '../../pattern/body/constant.ts';
import { EachPart } from '../../pattern/body/each.ts';
import { HolePart } from '../../pattern/body/hole.ts';
import { JoinPart } from '../../pattern/body/join.ts';
import { ListPart } from '../../pattern/body/list.ts';
import { ObjectPart } from '../../pattern/body/object.ts';
import type { BodyPart, Manner } from '../../pattern/body/part.ts';
import { TextPart } from '../../pattern/body/text.ts';
import type { Bound } from '../../pattern/bound.ts';
import type { HeaderPattern } from '../../pattern/headers.ts';
import { type Hole, isHole } from '../../pattern/hole.ts';
import type { Line } from '../../pattern/line.ts';
import { stringText } from '../../pattern/plain-text.ts';
import type { Parameter } from '../../pattern/query.ts';
import type { Segment } from '../../pattern/segments.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { HeaderRow } from '../read/row.ts';
import { isList, itemTextOf, textOf } from '../variables.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import type { Scope, Spot, Variable } from './scope.ts';
import { templateOf } from './soap-message.ts';

/** Fields of an `$each` item are numbered by their index. */
type MakeHole = (hole: Hole, place: Place) => Bound;

export class RestSide {
  private readonly ctx: BuildContext;
  private readonly scope: Scope;
  private readonly spot: Spot;
  private readonly manner: Manner;

  constructor(ctx: BuildContext, scope: Scope, spot: Spot, strict: boolean) {
    this.ctx = ctx;
    this.scope = scope;
    this.spot = spot;
    this.manner = { strict };
  }

  segments(line: Line, place: Place): Segment[] {
    return line.segments.map((parts) => {
      if (!parts.some(isHole)) return parts.join('');
      return templateOf(parts, (hole) => this.text(hole, place));
    });
  }

  query(line: Line, place: Place): Parameter[] {
    return line.query.map(({ name, parts }): Parameter => {
      const holes = parts.filter(isHole);
      if (holes.length === 0) return { kind: 'constant', name, value: parts.join('') };
      const only = parts.length === 1 ? holes[0] : undefined;
      if (only !== undefined && only.converters.length === 0 && !only.supplied) {
        const type = this.scope.get(only.name)?.type;
        const item = isList(type) ? itemTextOf(type, this.ctx.codec) : undefined;
        if (item !== undefined) return { kind: 'list', name, hole: this.text(only, place), item };
      }
      return { kind: 'text', name, template: templateOf(parts, (hole) => this.text(hole, place)) };
    });
  }

  headers(rows: readonly HeaderRow[]): HeaderPattern[] {
    return rows.map((row) => ({ name: row.name, key: row.name.toLowerCase(), template: templateOf(row.parts, (hole) => this.text(hole, row.place)) }));
  }

  body(tree: Tree): BodyPart {
    return this.part(tree, '$', true, (hole, place) => this.value(hole, place));
  }

  // --- holes -------------------------------------------------------------------------------------------------------------------

  /** A hole in a text: its variable needs a lexical form, or a converter that gives it one. */
  private text(hole: Hole, place: Place): Bound {
    const variable = this.variable(hole, place);
    const { codec, report } = this.ctx;
    const lexical = isList(variable.type) ? itemTextOf(variable.type, codec) : textOf(variable.type, codec);
    if (lexical === undefined && hole.converters.length === 0 && !hole.supplied) {
      report.add('MAPPING_TYPE', `{${hole.name}} is not a simple value and cannot stand in a text`, place);
    }
    return boundHole(hole, variable, 'rest', stringText, false, place, this.ctx);
  }

  private value(hole: Hole, place: Place): Bound {
    const variable = this.variable(hole, place);
    return boundHole(hole, variable, 'rest', textOf(variable.type, this.ctx.codec) ?? stringText, false, place, this.ctx);
  }

  private variable(hole: Hole, place: Place): Variable {
    return this.scope.use(hole.name, { spot: this.spot, place, optional: hole.optional, fallback: hole.default !== undefined });
  }

  // --- trees -------------------------------------------------------------------------------------------------------------------

  private part(tree: Tree, path: string, root: boolean, make: MakeHole): BodyPart {
    switch (tree.kind) {
      case 'hole':
        return new HolePart(make(tree.hole, tree.place), path, this.manner);
      case 'text':
        return new TextPart(templateOf(tree.parts, (hole) => make(hole, tree.place)), path, this.manner);
      case 'constant':
        return new ConstantPart(typeof tree.value === 'number' ? json(Buffer.from(tree.source)) : fromJs(tree.value));
      case 'list':
        return new ListPart(tree.items.map((item, i) => this.part(item, `${path}[${i}]`, false, make)), path, this.manner);
      case 'object':
        return this.object(tree, path, root, make);
      case 'each':
        return this.each(tree, path);
      case 'join':
        return this.join(tree, path);
    }
  }

  private object(tree: Tree & { kind: 'object' }, path: string, root: boolean, make: MakeHole): BodyPart {
    const { report } = this.ctx;
    if (tree.type) report.add('MAPPING_PATTERN', '$type belongs on the SOAP side', tree.type.place);
    const entries = tree.entries.map((e) => ({ key: e.key, part: this.part(e.value, `${path}.${e.key}`, false, make), fixed: holdsConstant(e.value) }));
    const rest = tree.rest === undefined ? undefined : make(tree.rest.hole, tree.rest.place);
    return new ObjectPart(entries, rest, root, path, this.manner);
  }

  private each(tree: Tree & { kind: 'each' }, path: string): BodyPart {
    const { report } = this.ctx;
    const fields: string[] = [];
    let list = '';
    const make: MakeHole = (hole, place) => {
      const dot = hole.name.indexOf('.');
      const owner = dot < 0 ? '' : hole.name.slice(0, dot);
      if (owner === '' || (list !== '' && owner !== list)) {
        report.add('MAPPING_PATTERN', `{${hole.name}} inside $each must be {list.field}, with one list`, place);
      }
      if (list === '') list = owner;
      const field = hole.name.slice(dot + 1);
      if (!fields.includes(field)) fields.push(field);
      const type = this.scope.get(list)?.type;
      const fieldType = type?.kind === 'items' ? type.fields.get(field) : undefined;
      if (type?.kind === 'items' && fieldType === undefined) {
        report.add('MAPPING_NAMES', `{${hole.name}} does not stand on the other side`, place, `its fields: ${[...type.fields.keys()].join(', ')}`);
      }
      const variable: Variable = { name: hole.name, number: fields.indexOf(field), type: fieldType, uses: [] };
      return boundHole(hole, variable, 'rest', textOf(fieldType, this.ctx.codec) ?? stringText, true, place, this.ctx);
    };
    const item = this.part(tree.item, `${path}[*]`, true, make);
    const bound = this.value({ name: list, supplied: false, optional: false, converters: [], offset: 0 }, tree.place);
    return new EachPart(bound, item, fields, path, this.manner);
  }

  private join(tree: Tree & { kind: 'join' }, path: string): BodyPart {
    const functions = this.ctx.library.functions.get(tree.converter);
    if (functions === undefined) {
      this.ctx.report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${tree.converter}"`, tree.place, 'export it from module.ts as { in, out }');
      return new ConstantPart(fromJs(null));
    }
    const holes = tree.of.map((name) => this.value({ name, supplied: false, optional: true, converters: [], offset: 0 }, tree.place));
    return new JoinPart(functions, holes, path, this.manner);
  }
}

function holdsConstant(tree: Tree): boolean {
  if (tree.kind === 'constant') return true;
  if (tree.kind === 'object') return tree.entries.some((e) => holdsConstant(e.value));
  return tree.kind === 'list' && tree.items.some(holdsConstant);
}

