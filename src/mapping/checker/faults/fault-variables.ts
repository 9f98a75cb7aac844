// The variables of a fault rule: those of its SOAP side, and those of the request that failed.

import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { quietManner } from '../../../pattern/body/part.ts';
import type { Bound } from '../../../pattern/text/bound-values.ts';
import { stringText } from '../../../pattern/text/converter.ts';
import { type Hole, isHole, type Part } from '../../../pattern/text/hole.ts';
import type { TextTemplate } from '../../../pattern/text/text-template.ts';
import { holesOf, type Tree } from '../../../pattern/tree.ts';
import { nameOfType, textOf } from '../../model/variables.ts';
import type { DefaultValue, OutsideValues } from '../../runtime/outside-values.ts';
import type { HeaderRow } from '../../syntax/headers.ts';
import { Report } from '../../syntax/report.ts';
import type { Side } from '../../syntax/sides.ts';
import { type BuildContext, boundHole, templateOf } from '../bound-hole.ts';
import { JsonForms } from '../json-form.ts';
import type { BodySource } from '../rest-body.ts';
import { compileHeaders } from '../rest-parts.ts';
import { Scope, type Variable } from '../scope.ts';
import { MessageSlots } from '../slots.ts';
import { isOpen, SoapMessageBuilder } from '../soap-message.ts';

/** Variables of the request by name: must the request have a value? undefined: a row of the table, which many rules share. */
export type RequestNames = ReadonlyMap<string, boolean> | undefined;

/** A name that the SOAP side does not bind, so that some request must. */
export interface Unbound {
  readonly name: string;
  readonly place: Place;
  readonly hint: string;
}

export class FaultVariables {
  readonly scope: Scope;
  private readonly ctx: BuildContext;
  private readonly request: RequestNames;
  private forms = new JsonForms();
  private readonly trees: Tree[] = [];
  /** Variables that the REST side binds, or is filled from. */
  private readonly restNames = new Set<string>();
  private readonly outsideNames = new Set<string>();
  /** Names that rules of the table must bind. */
  readonly unbound: Unbound[] = [];
  /** Members that the contract requires and the SOAP side omits. */
  missing: SoapMessageBuilder['shapes']['missing'] = [];
  /** The patterns so far match every fault with the element. */
  total = true;
  /** The SOAP side had no mistakes so far. After one, unbound variables are not reported. */
  sound: boolean;

  constructor(ctx: BuildContext, sound = true, request: RequestNames = undefined) {
    this.ctx = ctx;
    this.request = request;
    this.sound = sound;
    this.scope = new Scope(ctx.codec, ctx.report);
  }

  get count(): number {
    return this.scope.names.length;
  }

  /** Reads a part of the SOAP side. */
  reading<T>(read: () => T): T {
    const { problems } = this.ctx.report;
    const problemCount = problems.length;
    const result = read();
    this.sound &&= problems.length === problemCount;
    return result;
  }

  /** The element is unknown. Its variables count as bound, so that one mistake is one message. */
  untyped(tree: Tree): void {
    new MessageSlots(this.ctx, this.scope, 'soap.response').passOver(tree);
  }

  /** Checks a tree over an element; its placeholders get their types. */
  typed(tree: Tree, element: ElementDecl): void {
    const builder = new SoapMessageBuilder(this.ctx, this.scope, 'soap.response');
    const { body, slots } = builder.element(tree, element);
    this.forms = builder.shapes.forms;
    this.missing = builder.shapes.missing;
    this.trees.push(tree);
    const plain = slots.every((slot) => slot.kind === 'hole' && slot.hole.converters.length === 0);
    this.total &&= plain && body.every(({ shape }) => isOpen(shape)) && this.eachOnce();
  }

  /** Binds the placeholders of a text of the service. */
  bindText(parts: readonly Part[], place: Place): void {
    for (const part of parts) {
      if (isHole(part)) this.scope.use(part.name, { side: 'soap.response', place, optional: false, fallback: false });
    }
    const [first] = parts;
    this.total &&= parts.length === 1 && isHole(first) && first.converters.length === 0 && this.eachOnce();
  }

  /** Two uses of a variable must have one value, which is a condition. */
  private eachOnce(): boolean {
    return this.scope.all().every(({ uses }) => uses.length === 1);
  }

  /** A message that is the SOAP side of the rule. */
  holds(trees: readonly Tree[]): void {
    this.trees.push(...trees);
  }

  /** A placeholder of the REST side must be bound on the SOAP side, or in the request. */
  private find(name: string, place: Place): Variable {
    const variable = this.scope.get(name);
    if (variable) return variable;
    const hint = this.scope.suggest(name) ?? 'bind it in detail:, reason: or response:';
    if (this.request && !this.request.has(name)) return this.missed({ name, place, hint });
    if (this.request === undefined && this.sound) this.unbound.push({ name, place, hint });
    this.outsideNames.add(name);
    return this.scope.use(name, { side: 'rest.response', place, optional: true, fallback: false });
  }

  private missed(unbound: Unbound): Variable {
    if (this.sound) reportUnbound(unbound, this.ctx.report);
    return { name: unbound.name, number: this.count, type: undefined, uses: [], scope: this.scope };
  }

  private findRest(name: string, place: Place): Variable {
    this.restNames.add(name);
    return this.find(name, place);
  }

  /** Call this when both sides are compiled. `detail`: the placeholder that is the whole detail of the REST side. */
  outside(detail: Bound | undefined): OutsideValues {
    const all = this.scope.all().filter(({ name }) => !name.startsWith('$'));
    const at = (names: (name: string) => boolean) =>
      all
        .filter(({ name }) => names(name))
        .map(({ name, number, type }) => ({ name, number, text: textOf(type, this.ctx.codec, 'soap') }));
    return {
      toSoap: at((name) => !this.restNames.has(name)),
      toRest: at((name) => this.outsideNames.has(name)),
      defaults: this.trees.flatMap((tree) => this.defaultsIn(tree)),
      titled: at((name) => detail?.chain.length === 0 && name === detail.name)[0],
    };
  }

  /** Defaults of the SOAP side; wrong ones are reported where the pattern is compiled. */
  private defaultsIn(tree: Tree): DefaultValue[] {
    const defaults: DefaultValue[] = [];
    const ctx = { ...this.ctx, report: new Report() };
    holesOf(tree, (hole: Hole, place) => {
      const variable = this.scope.get(hole.name);
      if (variable === undefined || hole.default === undefined) return;
      const { default: value } = boundHole(hole, variable, 'soap', stringText, true, place, ctx);
      if (value) defaults.push({ number: variable.number, value });
    });
    return defaults;
  }

  /** Names of required members of the SOAP side that may be without a value, with their places. */
  unsure(alwaysBound: ReadonlySet<string>): Unbound[] {
    const withDefault = new Set<string>();
    for (const tree of this.trees) holesOf(tree, (hole) => hole.default !== undefined && withDefault.add(hole.name));
    return this.scope.all().flatMap((variable) => {
      const { name, uses } = variable;
      const use = uses.find(({ side, optional }) => side === 'soap.response' && !optional);
      const sure =
        withDefault.has(name) || name.startsWith('$') || (alwaysBound.has(name) && this.takesTexts(variable));
      return use === undefined || sure ? [] : [{ name, place: use.place, hint: `write "{${name}=…}" with a default` }];
    });
  }

  private takesTexts({ type }: Variable): boolean {
    const text = textOf(type, this.ctx.codec, 'soap');
    try {
      text?.fromText('Not Found');
      return true;
    } catch {
      return false;
    }
  }

  text(parts: readonly Part[], place: Place, side: Side = 'soap'): TextTemplate {
    return templateOf(parts, (hole) => {
      const variable = side === 'rest' ? this.findRest(hole.name, place) : this.find(hole.name, place);
      if (hole.converters.length === 0 && textOf(variable.type, this.ctx.codec, side) === undefined && variable.type) {
        const typeName = nameOfType(variable.type, this.ctx.codec);
        this.ctx.report.add('MAPPING_TYPE', `{${hole.name}} is ${typeName}, which a text cannot hold`, place);
      }
      return boundHole(hole, variable, side, stringText, true, place, this.ctx);
    });
  }

  headers(rows: readonly HeaderRow[]) {
    for (const row of rows) for (const part of row.parts) if (isHole(part)) this.findRest(part.name, row.place);
    const boundRows = rows.filter((row) => row.parts.every((part) => !isHole(part) || this.scope.get(part.name)));
    return compileHeaders(boundRows, { ctx: this.ctx, scope: this.scope, optional: () => true });
  }

  /** The source of a body pattern over the detail element (`soap`, or `written`) or the problem (`rest`). */
  source(side: Side | 'written', place: Place): BodySource {
    return {
      ctx: side === 'written' ? { ...this.ctx, writesDefaults: true } : this.ctx,
      manner: quietManner,
      variable: (name) => (side === 'rest' ? this.findRest(name, place) : this.find(name, place)),
      items: (list) => this.scope.items(list),
      optional: () => true,
      contract: side === 'rest' ? undefined : { forms: this.forms },
    };
  }
}

export function reportUnbound({ name, place, hint }: Unbound, report: Report): void {
  report.add('MAPPING_NAMES', `{${name}} is not bound on the SOAP side of the fault rule`, place, hint);
}
