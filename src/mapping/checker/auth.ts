// Checks `auth:` of a table: header parts against the contract, names against the fields of credentials.
import type { Contract, HeaderPart, Message } from '../../contract/model/contract.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import { type Entry, holesOf } from '../../pattern/tree.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Alternative, Auth, FieldAlternative, SessionPlan, ShownPart, SignedValue } from '../model/auth.ts';
import { CREDENTIAL, perCall } from '../model/supplied.ts';
import { isList, textOf } from '../model/variables.ts';
import { CompiledPart } from '../runtime/credential-part.ts';
import type { AuthRow, ServiceSessionRow } from '../syntax/auth.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import { namesInTree } from '../syntax/tree-names.ts';
import type { BuildContext } from './bound-hole.ts';
import { chooseOperation } from './contract-lookup/operation.ts';
import { namesInSoapResponse } from './names-in.ts';
import { Scope } from './scope.ts';
import { compileMessage, SoapMessageBuilder } from './soap-message.ts';

export function buildAuth(row: AuthRow, contract: Contract, ctx: BuildContext): Auth {
  return new AuthBuilder(row, contract, ctx).build();
}

const SESSION = '$session.';

class AuthBuilder {
  private readonly row: AuthRow;
  private readonly contract: Contract;
  private readonly ctx: BuildContext;
  private readonly headers: readonly HeaderPart[];
  private readonly suppliedNames: readonly string[];

  constructor(row: AuthRow, contract: Contract, ctx: BuildContext) {
    this.row = row;
    this.contract = contract;
    this.ctx = ctx;
    const all = contract.operations.flatMap((operation) => operation.input.headers);
    this.headers = [...new Map(all.map((part) => [clark(part.element.name), part])).values()];
    const signed = row.signed.map(({ name }) => `$signed.${name}`);
    const session = row.session ? namesInSoapResponse(row.session.login) : [];
    const gatewayNames = [...perCall, ...signed, ...session.map((name) => SESSION + name)];
    this.suppliedNames = [...row.fields.map(({ value }) => CREDENTIAL + value), ...gatewayNames];
  }

  build(): Auth {
    const { row } = this;
    for (const [i, { value, place }] of row.fields.entries())
      if (row.fields.findIndex((field) => field.value === value) < i)
        this.ctx.report.add('MAPPING_DUPLICATE', `the credential field "${value}" is listed twice`, place);
    const signed = row.signed.map((signature): SignedValue => {
      for (const { parts, place } of [signature.text, signature.key]) this.checkParts(parts, place);
      return { ...signature, name: `$signed.${signature.name}`, text: signature.text.parts, key: signature.key.parts };
    });
    return {
      fields: row.fields.map(({ value }) => value),
      signed,
      soap: row.soap.map((entries) => this.alternative(entries)),
      rest: row.rest.map((fields) => this.fields(fields)),
      session: row.session && this.session(row.session),
    };
  }

  private alternative(entries: readonly Entry[]): Alternative {
    return { parts: entries.flatMap((entry) => this.headerPart(entry)), needed: this.needed(entries) };
  }

  private needed(entries: readonly Entry[]): string[] {
    const needed = new Set<string>();
    for (const entry of entries)
      holesOf(entry.value, (hole, place) => {
        this.checkName(hole.name, place);
        if (!hole.optional) needed.add(hole.name);
      });
    return [...needed];
  }

  private session({ login, keep, expired }: ServiceSessionRow): SessionPlan | undefined {
    const { contract, ctx } = this;
    const operation = chooseOperation(login, contract, ctx.codec.dialect, ctx.report);
    const [requestEntries, responseEntries] = [login.request?.elements ?? [], login.response?.elements ?? []];
    if (operation === undefined) return undefined;
    const request = this.part({ body: operation.input.body, headers: [] }, requestEntries, [], login.place);
    const inHeaders = responseEntries.length === 0 && login.responseHeaders.length > 0;
    const response = inHeaders
      ? undefined
      : this.part({ body: operation.output?.body ?? [], headers: [] }, responseEntries, [], login.place, SESSION);
    const all = operation.output?.headers ?? [];
    const responseHeaders = login.responseHeaders.flatMap((entry) => {
      const part = this.part({ body: [], headers: all }, [], [entry], entry.place, SESSION);
      return part ? [part] : [];
    });
    const names = expired.flatMap(({ value, place }) => {
      const name = ctx.codec.dialect.parseName(value);
      if (name === undefined) ctx.report.add('MAPPING_UNKNOWN_FAULT', `the contract has no fault "${value}"`, place);
      return name ? [clark(name)] : [];
    });
    const needed = this.needed(requestEntries);
    if (!request || (!response && !inHeaders)) return undefined;
    return {
      operation,
      request,
      needed,
      fields: this.fieldsIn(requestEntries),
      response,
      responseHeaders,
      keep,
      expired: new Set(names),
    };
  }

  /** All credential fields of the request, including optional ones and those of signatures. */
  private fieldsIn(entries: readonly Entry[]): string[] {
    const signed = new Map(
      this.row.signed.map((signature) => [
        `$signed.${signature.name}`,
        [...signature.text.parts, ...signature.key.parts],
      ]),
    );
    const names = entries.flatMap(({ value }) => namesInTree(value));
    const all = names.flatMap((name) => [name, ...(signed.get(name) ?? []).filter(isHole).map((hole) => hole.name)]);
    return [...new Set(all.filter((name) => name.startsWith(CREDENTIAL)))];
  }

  private headerPart(entry: Entry): ShownPart[] {
    const part = this.part({ body: [], headers: this.headers }, [], [entry], entry.place);
    return part ? [part] : [];
  }

  /** `prefix` is put before the names of its variables. */
  private part(
    message: Message,
    body: readonly Entry[],
    headers: readonly Entry[],
    place: Place,
    prefix = '',
  ): CompiledPart | undefined {
    const { ctx } = this;
    const scope = new Scope(ctx.codec, ctx.report);
    const builder = new SoapMessageBuilder(ctx, scope, 'soap.request');
    const plan = builder.build(message, body, headers, place);
    if (prefix === '')
      for (const problem of builder.shapes.missing)
        ctx.report.add('MAPPING_MISSING', problem.message, problem.place, problem.hint);
    const texts = scope.all().map(({ name, type, uses }) => {
      const text = isList(type) ? undefined : textOf(type, ctx.codec, 'soap');
      if (text === undefined)
        ctx.report.add('MAPPING_TYPE', `{${name}} is a text, which the contract does not allow here`, uses[0].place);
      return text ?? stringText;
    });
    const [root] = [...plan.body, ...plan.headers.map(({ part, shape }) => ({ element: part.element, shape }))];
    if (root === undefined) return undefined;
    const pattern = compileMessage({ ...plan, body: [root], headers: [] }, ctx);
    const program = ctx.codec.program(root.element, root.shape, pattern.slots);
    const names = scope.names.map((name) => prefix + name);
    return new CompiledPart(pattern, names, texts, program);
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
      const converter = hole.converters.find(({ name }) => name !== 'percent');
      if (converter)
        this.ctx.report.add(
          'MAPPING_UNKNOWN_CONVERTER',
          `the converter "${converter.name}" is not allowed in this text`,
          place,
          'only percent is allowed',
        );
    }
  }

  private checkName(name: string, place: Place): void {
    if (this.suppliedNames.includes(name)) return;
    const hint = suggest(name, this.suppliedNames) ?? `known variables: ${this.suppliedNames.join(', ')}`;
    this.ctx.report.add('MAPPING_NAMES', `unknown variable {${name}}`, place, hint);
  }
}
