// The REST side of a fault rule, and the variables that it takes from the SOAP side.

import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { constantCase } from '../../../fault/fault-names.ts';
import { quietManner } from '../../../pattern/body/part.ts';
import { stringText } from '../../../pattern/text/converter.ts';
import { isHole, type Part } from '../../../pattern/text/hole.ts';
import type { TextTemplate } from '../../../pattern/text/text-template.ts';
import type { Tree } from '../../../pattern/tree.ts';
import type { WrittenProblem } from '../../model/mapping.ts';
import { nameOfType, textOf } from '../../model/variables.ts';
import type { ProblemPattern } from '../../runtime/fault-row.ts';
import { fieldsAt, isNull, statusField } from '../../syntax/fields.ts';
import { type HeaderRow, readResponseHeaders } from '../../syntax/headers.ts';
import { readParts, readTree } from '../../syntax/pattern-tree.ts';
import type { Side } from '../../syntax/sides.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { type BuildContext, boundHole, templateOf } from '../bound-hole.ts';
import { JsonForms } from '../json-form.ts';
import { type BodySource, compileBody } from '../rest-body.ts';
import { compileHeaders } from '../rest-parts.ts';
import { Scope, type Variable } from '../scope.ts';
import { MessageSlots } from '../slots.ts';
import { isOpen, SoapMessageBuilder } from '../soap-message.ts';

const KEYS = ['status', 'code', 'title', 'headers', 'detail', 'data'];

/** `about`: the SOAP side of the fault rule. The name of its element is the default of the code. */
export function problemPattern(
  entry: YamlEntry,
  about: Partial<Pick<WrittenProblem, 'element' | 'catchAll'>>,
  variables: FaultVariables,
  ctx: BuildContext,
): ProblemPattern {
  const { report } = ctx;
  const fields = fieldsAt(entry, KEYS, report, '"rest"');
  const [status, lastStatus] = statusField(fields.get('status'), report);
  if (!fields.has('status') && (entry.value.kind === 'map' || isNull(entry.value)))
    report.add('MAPPING_MISSING', 'the fault rule has no status', entry.place, 'write status: 4xx or 5xx');
  const parts = (key: string) => {
    const field = fields.text(key);
    return field && { parts: readParts(field.value, field.place, report), place: field.place };
  };
  const text = (source: ReturnType<typeof parts>) => source && variables.text(source.parts, source.place, 'rest');
  const code = parts('code');
  const fallback = about.element ? constantCase(about.element.name.local) : 'UPSTREAM_FAULT';
  const entryOfData = fields.get('data');
  const data = entryOfData && readTree(entryOfData.value, report);
  const headers = readResponseHeaders(fields.get('headers'), report);
  const title = fields.text('title')?.value;
  return {
    status,
    lastStatus,
    anyCode: !fields.has('code'),
    code: text(code) ?? { literals: [fallback], holes: [] },
    title,
    detail: text(parts('detail')),
    headers: variables.headers(headers),
    data: data && compileBody(data, variables.source('rest', data.place)),
    restSide: {
      status,
      code: code?.parts ?? [fallback],
      title,
      headers,
      data,
      element: about.element,
      catchAll: about.catchAll ?? false,
      typeOf: (name) => variables.scope.get(name)?.type,
    },
  };
}

export class FaultVariables {
  readonly scope: Scope;
  private readonly ctx: BuildContext;
  private forms = new JsonForms();
  /** The patterns so far match every fault with the element. */
  total = true;
  /** The SOAP side had no mistakes so far. After one, unbound variables are not reported. */
  sound: boolean;

  constructor(ctx: BuildContext, sound = true) {
    this.ctx = ctx;
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
    new MessageSlots(this.ctx, this.scope, 'soap.reply').passOver(tree);
  }

  /** Checks a tree over an element; its placeholders get their types. */
  typed(tree: Tree, element: ElementDecl): void {
    const builder = new SoapMessageBuilder(this.ctx, this.scope, 'soap.reply');
    const { body, slots } = builder.element(tree, element);
    this.forms = builder.shapes.forms;
    const plain = slots.every((slot) => slot.kind === 'hole' && slot.hole.converters.length === 0);
    this.total &&= plain && body.every(({ shape }) => isOpen(shape)) && this.eachOnce();
  }

  /** Binds the placeholders of a text of the service. */
  bindText(parts: readonly Part[], place: Place): void {
    for (const part of parts) {
      if (isHole(part)) this.scope.use(part.name, { side: 'soap.reply', place, optional: false, fallback: false });
    }
    const [first] = parts;
    this.total &&= parts.length === 1 && isHole(first) && first.converters.length === 0 && this.eachOnce();
  }

  /** Two uses of a variable must have one value, which is a condition. */
  private eachOnce(): boolean {
    return [...this.scope.all()].every(({ uses }) => uses.length === 1);
  }

  /** A placeholder of the REST side must be bound on the SOAP side. */
  private find(name: string, place: Place): Variable {
    const variable = this.scope.get(name);
    if (variable) return variable;
    const hint = this.scope.suggest(name) ?? 'bind it in detail:, reason: or reply:';
    if (this.sound)
      this.ctx.report.add('MAPPING_NAMES', `{${name}} is not bound on the SOAP side of the fault rule`, place, hint);
    return { name, number: this.count, type: undefined, uses: [] };
  }

  text(parts: readonly Part[], place: Place, side: Side = 'soap'): TextTemplate {
    return templateOf(parts, (hole) => {
      const variable = this.find(hole.name, place);
      if (hole.converters.length === 0 && textOf(variable.type, this.ctx.codec, side) === undefined && variable.type) {
        const typeName = nameOfType(variable.type, this.ctx.codec);
        this.ctx.report.add('MAPPING_TYPE', `{${hole.name}} is ${typeName}, which a text cannot hold`, place);
      }
      return boundHole(hole, variable, side, stringText, true, place, this.ctx);
    });
  }

  headers(rows: readonly HeaderRow[]) {
    for (const row of rows) for (const part of row.parts) if (isHole(part)) this.find(part.name, row.place);
    const boundRows = rows.filter((row) => row.parts.every((part) => !isHole(part) || this.scope.get(part.name)));
    return compileHeaders(boundRows, { ctx: this.ctx, scope: this.scope, optional: () => true });
  }

  /** The source of a body pattern over the detail element (`soap`) or the problem (`rest`). */
  source(side: Side, place: Place): BodySource {
    return {
      ctx: this.ctx,
      manner: quietManner,
      variable: (name) => this.find(name, place),
      items: (list) => this.scope.items(list),
      optional: () => true,
      contract: side === 'soap' ? { forms: this.forms } : undefined,
    };
  }
}
