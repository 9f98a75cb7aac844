// Adds `defaults:` of the table to the rules that they apply to. What a rule sets itself wins.
import type { Codec } from '../../codec/model/codec.ts';
import type { Contract, HeaderPart, Message, Operation } from '../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';
import type { Entry, ObjectTree, Tree } from '../../pattern/tree.ts';
import { clark } from '../../xml/reader/names.ts';
import type { DefaultsRow } from '../syntax/defaults.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { MessageRow, Row } from '../syntax/row.ts';
import { gatewayNames, liftConverters } from './body-converters.ts';
import type { BuildContext } from './bound-hole.ts';
import { findMember } from './contract-lookup/find-member.ts';
import { findHeader, freeName } from './contract-lookup/header-part.ts';
import { findElement } from './contract-lookup/operation.ts';
import { namesIn, namesInEntries, namesInRequest, namesInSoapRequest, namesInSoapResponse } from './names-in.ts';
import { noMessage } from './soap-sides.ts';

export class Defaults {
  private readonly row: DefaultsRow | undefined;
  private readonly ctx: BuildContext;
  /** Header parts of all operations. */
  private readonly declared: readonly HeaderPart[];
  /** The defaults that apply to some rule. */
  private readonly used = new Set<object>();
  /** Caches: hundreds of rules have the same operations. */
  private readonly foundParts = new Map<readonly HeaderPart[], Map<string, HeaderPart | string | undefined>>();
  private readonly fitting = new Map<Entry, Map<TypeDef, boolean>>();
  /** The header parts that share no variable with header fields. */
  private readonly apart: { readonly request: readonly Entry[]; readonly response: readonly Entry[] };

  constructor(row: DefaultsRow | undefined, { operations }: Contract, ctx: BuildContext) {
    this.row = row;
    this.ctx = ctx;
    const messages = row === undefined ? [] : operations.flatMap(({ input, output }) => [input, output ?? noMessage]);
    this.declared = messages.flatMap(({ headers }) => headers);
    const { headers = [], requestFields = [], responseHeaders = [], fields = [] } = row ?? {};
    this.apart = { request: apart(headers, requestFields), response: apart(responseHeaders, fields) };
  }

  /** `part`: another call of the rule binds the variables of guards. */
  in(row: Row, { input, output }: Operation, part = false): Row {
    const { row: defaults } = this;
    if (defaults === undefined) return row;
    const request = this.requestDefaults(row, input, part);
    const soap = {
      ...row.soap,
      headers: request.parts,
      responseHeaders: output
        ? this.parts(this.answered(row, part), row.soap.responseHeaders, output)
        : row.soap.responseHeaders,
      response: output ? this.guarded(row.soap.response, output, part) : row.soap.response,
    };
    const fullRow = { ...row, soap, headers: request.fields };
    // The response to a request for one item of a page is not the response of the rule.
    const headers =
      part && row.flow === undefined && !row.part ? row.response.headers : this.fields(defaults.fields, fullRow);
    return { ...fullRow, response: { ...row.response, headers } };
  }

  /** Call this when all rules are built: reports defaults that apply to no rule. */
  finish(): void {
    const { row, ctx } = this;
    const all = [...(row?.headers ?? []), ...(row?.responseHeaders ?? []), ...(row?.guards ?? [])];
    for (const { key, place } of all.filter((entry) => !this.used.has(entry)))
      ctx.report.add('MAPPING_UNREACHABLE', `the default "${key}" applies to no rule`, place);
    for (const header of [...(row?.requestFields ?? []), ...(row?.fields ?? [])].filter(
      (field) => !this.used.has(field),
    ))
      ctx.report.add(
        'MAPPING_UNREACHABLE',
        `no rule has the variables of the default "${header.name}"`,
        header.namePlace,
      );
  }

  /** Header parts of the SOAP request, and the REST headers that bind their variables. Inner calls of a flow have no REST headers. */
  private requestDefaults(
    row: Row,
    input: Message,
    part: boolean,
  ): { parts: readonly Entry[]; fields: readonly HeaderRow[] } {
    const { headers, requestFields } = this.row!;
    if (requestFields.length === 0) return { parts: this.parts(headers, row.soap.headers, input), fields: row.headers };
    const alone =
      part ||
      row.part ||
      row.async?.kind === 'kept' ||
      (row.flow !== undefined && (row.flow.direction ?? row.flow.soap) !== undefined);
    const parts = this.parts(alone ? this.apart.request : headers, row.soap.headers, input);
    if (alone) return { parts, fields: row.headers };
    const soapNames = namesInSoapRequest({ ...row.soap, headers: parts });
    const restNames = namesInRequest(row);
    const extraFields = requestFields.filter((field) => {
      if (!namesIn(field).every((name) => soapNames.includes(name))) return false;
      this.used.add(field);
      return !namesIn(field).some((name) => restNames.includes(name));
    });
    return { parts, fields: extraFields.length === 0 ? row.headers : [...row.headers, ...extraFields] };
  }

  /** Responses to the calls of a list, and to calls before the last, are not the response of the rule. */
  private answered({ flow, async: job }: Row, part: boolean): readonly Entry[] {
    const { responseHeaders } = this.row!;
    const ruleResponse = flow === undefined || flow.kind === 'pages' || (flow.kind === 'calls' && !part && !flow.each);
    return ruleResponse && job?.kind !== 'kept' ? responseHeaders : this.apart.response;
  }

  /** The rule's header parts, and defaults for the other ones of the message. */
  private parts(defaults: readonly Entry[], entries: readonly Entry[], { headers }: Message): readonly Entry[] {
    const ruleParts = entries.map((entry) => this.partOf(entry.key, headers));
    const extraParts = defaults.filter((entry) => {
      const part = this.partOf(entry.key, headers);
      if (part === undefined) return false;
      this.used.add(entry);
      return !ruleParts.includes(part);
    });
    return extraParts.length === 0 ? entries : [...entries, ...extraParts];
  }

  private partOf(key: string, headers: readonly HeaderPart[]): HeaderPart | string | undefined {
    const found = this.foundParts.get(headers) ?? new Map<string, HeaderPart | string | undefined>();
    this.foundParts.set(headers, found);
    if (!found.has(key)) found.set(key, findHeader(headers, key, this.ctx.codec) ?? this.freePart(key));
    return found.get(key);
  }

  /** The Clark name of a part that no operation declares: every message may have it. */
  private freePart(key: string): string | undefined {
    const name = freeName(key, this.ctx.codec);
    const isDeclared = () => this.declared.some((part) => findElement([part.element], key, this.ctx.codec.dialect));
    return name === undefined || isDeclared() ? undefined : clark(name);
  }

  /** The rule's headers, and default headers whose variables it has. */
  private fields(defaults: readonly HeaderRow[], row: Row): readonly HeaderRow[] {
    const ofGateway = gatewayNames(liftConverters(row, this.ctx));
    const names = new Set([...namesInRequest(row), ...namesInSoapResponse(row.soap), ...ofGateway]);
    const has = (name: string) => names.has(name) || this.ctx.gateway.has(name);
    const extraFields = defaults.filter((field) => {
      if (!namesIn(field).every(has)) return false;
      this.used.add(field);
      return !row.response.headers.some(({ name }) => name.toLowerCase() === field.name.toLowerCase());
    });
    return extraFields.length === 0 ? row.response.headers : [...row.response.headers, ...extraFields];
  }

  private guarded(message: MessageRow | undefined, output: Message, part: boolean): MessageRow | undefined {
    const { dialect } = this.ctx.codec;
    let guarded = message;
    for (const guard of this.row!.guards) {
      for (const element of output.body) {
        if (guard.key !== '*' && findElement([element], guard.key, dialect) === undefined) continue;
        const { value } = guard;
        if (value.kind !== 'object' || !this.fits(guard, value, element.type)) continue;
        this.used.add(guard);
        guarded = withGuard(guarded, element, part ? constantsOf(value) : value, output, this.ctx.codec);
      }
    }
    return guarded;
  }

  private fits(guard: Entry, value: ObjectTree, type: TypeDef): boolean {
    const byType = this.fitting.get(guard) ?? new Map<TypeDef, boolean>();
    this.fitting.set(guard, byType);
    let fitting = byType.get(type);
    if (fitting === undefined) byType.set(type, (fitting = fits(value, type, this.ctx.codec)));
    return fitting;
  }
}

/** The header parts that share no variable with these headers. */
function apart(parts: readonly Entry[], fields: readonly HeaderRow[]): readonly Entry[] {
  const shared = fields.flatMap(namesIn);
  return parts.filter((entry) => !namesInEntries([entry]).some((name) => shared.includes(name)));
}

/** Does the type have all members that the guard names? */
function fits(guard: ObjectTree, type: TypeDef, codec: Codec): boolean {
  const members = type.kind === 'complex' ? codec.members(type) : [];
  return guard.entries.every(({ key, value }) => {
    const member = findMember(members, key, codec.dialect);
    if (member === undefined || value.kind !== 'object') return member !== undefined;
    return member.kind === 'element' && fits(value, member.element.type, codec);
  });
}

function constantsOf(guard: ObjectTree): ObjectTree {
  const entries = guard.entries.flatMap((entry): Entry[] => {
    if (entry.value.kind === 'object') return [{ ...entry, value: constantsOf(entry.value) }];
    return entry.value.kind === 'constant' ? [entry] : [];
  });
  return { ...guard, entries };
}

/** A rule without a response pattern gets the guard as its pattern. */
function withGuard(
  message: MessageRow | undefined,
  element: ElementDecl,
  guard: ObjectTree,
  output: Message,
  codec: Codec,
): MessageRow {
  if (message === undefined) {
    const elements = output.body.map((decl): Entry => {
      const value: Tree = decl === element ? guard : { kind: 'object', entries: [], place: guard.place };
      return { key: clark(decl.name), place: guard.place, value };
    });
    return { elements, place: guard.place };
  }
  const elements = message.elements.map((entry) =>
    findElement([element], entry.key, codec.dialect) ? { ...entry, value: merged(entry.value, guard) } : entry,
  );
  return { ...message, elements };
}

/** By tree and guard: copies of a rule share trees. */
const mergedTrees = new WeakMap<Tree, WeakMap<ObjectTree, Tree>>();

/** A placeholder for the whole stays as it is and matches also what a guard refuses. */
function merged(tree: Tree, guard: ObjectTree): Tree {
  const byGuard = mergedTrees.get(tree) ?? new WeakMap<ObjectTree, Tree>();
  mergedTrees.set(tree, byGuard);
  let result = byGuard.get(guard);
  if (result === undefined) byGuard.set(guard, (result = mergedTree(tree, guard)));
  return result;
}

function mergedTree(tree: Tree, guard: ObjectTree): Tree {
  if (tree.kind === 'constant' && tree.value === null) return guard;
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => merged(item, guard)) };
  if (tree.kind === 'each') return { ...tree, item: merged(tree.item, guard) };
  if (tree.kind !== 'object') return tree;
  const entries = tree.entries.map((entry) => {
    const guardEntry = guard.entries.find(({ key }) => key === entry.key);
    return guardEntry?.value.kind === 'object' ? { ...entry, value: merged(entry.value, guardEntry.value) } : entry;
  });
  const extraEntries = guard.entries.filter(({ key }) => !tree.entries.some((entry) => entry.key === key));
  return { ...tree, entries: [...entries, ...extraEntries] };
}
