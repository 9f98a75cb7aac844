// `auth:` of a table, checked against the contract: every header part by its type, every name by the fields that credentials have.
import type { Contract, HeaderPart } from '../../contract/contract.ts';
import type { Place } from '../../errors.ts';
import { isHole, type Part } from '../../pattern/hole.ts';
import { stringText } from '../../pattern/plain-text.ts';
import { type Entry, holesOf } from '../../pattern/tree.ts';
import { clark } from '../../xml/names.ts';
import { CompiledPart } from '../auth/part.ts';
import type { Alternative, Auth, FieldAlternative, ShownPart, SignedValue } from '../auth.ts';
import { didYouMean } from '../nearest.ts';
import type { AuthRow } from '../read/auth.ts';
import type { HeaderRow } from '../read/headers.ts';
import { CREDENTIAL, perCall } from '../supplied.ts';
import { isList, textOf } from '../variables.ts';
import type { BuildContext } from './bound-hole.ts';
import { Scope } from './scope.ts';
import { SoapMessageBuilder } from './soap-message.ts';
import { compileMessage } from './steps.ts';

export function buildAuth(row: AuthRow, contract: Contract, ctx: BuildContext): Auth {
  return new AuthBuilder(row, contract, ctx).build();
}

class AuthBuilder {
  private readonly row: AuthRow;
  private readonly ctx: BuildContext;
  private readonly headers: readonly HeaderPart[];
  private readonly known: readonly string[];

  constructor(row: AuthRow, contract: Contract, ctx: BuildContext) {
    this.row = row;
    this.ctx = ctx;
    const all = contract.operations.flatMap((operation) => operation.input.headers);
    this.headers = [...new Map(all.map((part) => [clark(part.element.name), part])).values()];
    const signed = row.signed.map(({ name }) => `$signed.${name}`);
    this.known = [...row.fields.map(({ value }) => CREDENTIAL + value), ...perCall, ...signed];
  }

  build(): Auth {
    const { row } = this;
    for (const [i, { value, place }] of row.fields.entries())
      if (row.fields.findIndex((other) => other.value === value) < i)
        this.ctx.report.add('MAPPING_DUPLICATE', `the field "${value}" is named twice`, place);
    const signed = row.signed.map((one): SignedValue => {
      for (const { parts, place } of [one.text, one.key]) this.checkParts(parts, place);
      return { ...one, name: `$signed.${one.name}`, text: one.text.parts, key: one.key.parts };
    });
    return {
      fields: row.fields.map(({ value }) => value),
      signed,
      soap: row.soap.map((entries) => this.alternative(entries)),
      rest: row.rest.map((fields) => this.fields(fields)),
    };
  }

  private alternative(entries: readonly Entry[]): Alternative {
    const needed = new Set<string>();
    for (const entry of entries)
      holesOf(entry.value, (hole, place) => {
        this.checkName(hole.name, place);
        if (!hole.optional) needed.add(hole.name);
      });
    return { parts: entries.flatMap((entry) => this.part(entry)), needed: [...needed] };
  }

  private part(entry: Entry): ShownPart[] {
    const { ctx } = this;
    const scope = new Scope(ctx.codec, ctx.report);
    const builder = new SoapMessageBuilder(ctx, scope, 'soap.request');
    const plan = builder.build({ body: [], headers: this.headers }, [], [entry], entry.place);
    for (const { message, place, hint } of builder.shapes.missing)
      ctx.report.add('MAPPING_MISSING', message, place, hint);
    const texts = [...scope.all()].map(({ name, type, uses }) => {
      const text = isList(type) ? undefined : textOf(type, ctx.codec);
      if (text === undefined)
        ctx.report.add('MAPPING_TYPE', `{${name}} is a text; that cannot stand here`, uses[0].place);
      return text ?? stringText;
    });
    const body = plan.headers.map(({ part, shape }) => ({ element: part.element, shape }));
    if (body.length === 0) return [];
    const pattern = compileMessage({ ...plan, body, headers: [] }, ctx);
    const program = ctx.codec.program(body[0].element, body[0].shape, pattern.slots);
    return [new CompiledPart(pattern, scope.names, texts, program)];
  }

  private fields(rows: readonly HeaderRow[]): FieldAlternative {
    const needed = rows.flatMap(({ parts, place }) => {
      this.checkParts(parts, place);
      return parts.filter(isHole).flatMap((hole) => (hole.optional ? [] : [hole.name]));
    });
    return { fields: rows.map(({ name, parts }) => ({ name: name.toLowerCase(), parts })), needed };
  }

  private checkParts(parts: readonly Part[], place: Place): void {
    for (const hole of parts.filter(isHole)) {
      this.checkName(hole.name, place);
      const other = hole.converters.find(({ name }) => name !== 'percent');
      if (other)
        this.ctx.report.add(
          'MAPPING_UNKNOWN_CONVERTER',
          `"${other.name}" cannot stand in this text`,
          place,
          'percent can',
        );
    }
  }

  private checkName(name: string, place: Place): void {
    if (this.known.includes(name)) return;
    const hint = didYouMean(name, this.known) ?? `known here: ${this.known.join(', ')}`;
    this.ctx.report.add('MAPPING_NAMES', `nothing supplies {${name}}`, place, hint);
  }
}
