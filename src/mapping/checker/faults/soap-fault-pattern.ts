// The SOAP side of a fault rule: the element, code, detail and reason of the faults that it matches.

import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { nearest, suggest } from '../../../errors/suggest.ts';
import { familyOf, shortCodes } from '../../../fault/fault-names.ts';
import { clark, type QName } from '../../../xml/reader/names.ts';
import { detailElement } from '../../runtime/detail-element.ts';
import type { SoapFaultPattern } from '../../runtime/fault-row.ts';
import { type Fields, type Located, textField } from '../../syntax/fields.ts';
import { readParts, readTree } from '../../syntax/pattern-tree.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { BuildContext } from '../bound-hole.ts';
import { findElement, unknownPrefix } from '../contract-lookup/operation.ts';
import { compileBody } from '../rest-body.ts';
import type { FaultVariables } from './fault-variables.ts';

interface SoapFaultRow {
  readonly soap: Fields;
  readonly soapPlace: Place;
}

/** The conditions of a fault rule over a SOAP fault. */
export function soapPattern(
  row: SoapFaultRow,
  element: ElementDecl | undefined,
  variables: FaultVariables,
  ctx: BuildContext,
): SoapFaultPattern {
  const { report } = ctx;
  const detail = row.soap.get('detail');
  const [tree, reason, parts] = variables.reading(() => {
    const text = textField(row.soap.get('reason'), report);
    return [detail && readTree(detail.value, report), text, text && readParts(text.value, text.place, report)] as const;
  });
  if (detail && isAnyFault(row.soap.get('fault'))) {
    const message = '"detail" needs the element of the fault';
    report.add('MAPPING_MISSING', message, detail.place, 'write fault: prefix:Element');
  }
  if (tree && element) variables.typed(tree, element);
  else if (tree) variables.untyped(tree);
  if (reason && parts) variables.bindText(parts, reason.place);
  return {
    element: element && detailElement(element, ctx.codec),
    code: codeOf(row.soap.get('code'), ctx),
    subcode: nameOf(row.soap.get('subcode'), ctx),
    detail: tree && element ? compileBody(tree, variables.source('soap', row.soapPlace)) : undefined,
    writtenDetail: tree && element ? compileBody(tree, variables.source('written', row.soapPlace)) : undefined,
    reason: parts && reason && variables.text(parts, reason.place),
  };
}

const BARE_CODE = /^[\p{L}\p{N}_.-]+$/u;

function codeOf(entry: YamlEntry | undefined, ctx: BuildContext): QName | undefined {
  const text = textField(entry, ctx.report);
  if (text === undefined) return undefined;
  const family = familyOf(text.value);
  if (family) return { ns: '', local: text.value.includes('.') ? text.value : family };
  if (text.value.includes(':') || text.value.startsWith('{')) return nameOf(entry, ctx);
  const likely = suggest(text.value, shortCodes);
  // PHP and others send bare words, which are names without a namespace.
  if (likely === undefined && BARE_CODE.test(text.value)) return { ns: '', local: text.value };
  const hint = likely ?? `write ${shortCodes.join(', ')}, prefix:Name, or a code without a namespace`;
  ctx.report.add('MAPPING_UNKNOWN_FAULT', `"${text.value}" is not a fault code`, text.place, hint);
  return undefined;
}

function nameOf(entry: YamlEntry | undefined, ctx: BuildContext): QName | undefined {
  const text = textField(entry, ctx.report);
  if (text === undefined || unknownPrefix(text.value, text.place, ctx.codec.dialect, ctx.report)) return undefined;
  return ctx.codec.dialect.parseName(text.value);
}

/** The fault rule matches any element. */
function isAnyFault(entry: YamlEntry | undefined): boolean {
  return entry === undefined || textOf(entry) === '*';
}

export function textOf(entry: YamlEntry | undefined): string | undefined {
  return entry?.value.kind === 'scalar' ? entry.value.source : undefined;
}

/** A declared element, or any global one, because services send undeclared faults. A misspelt name counts as the likely element. undefined: any fault. */
export function faultElement(
  fault: Located<string> | undefined,
  declared: readonly ElementDecl[],
  ctx: BuildContext,
): ElementDecl | undefined {
  const { report, codec } = ctx;
  if (fault === undefined || fault.value === '*') return undefined;
  const { value, place } = fault;
  const name = codec.dialect.parseName(value);
  const element = findElement(declared, value, codec.dialect) ?? (name && codec.schemas.elements.get(clark(name)));
  if (element) return element;
  const likely = likelyMeant(name ?? { ns: '', local: value.slice(value.indexOf(':') + 1) }, declared, ctx);
  const hint = likely && `did you mean "${spelled(likely, value, declared, ctx)}"?`;
  if (unknownPrefix(value, place, codec.dialect, report, hint)) return likely;
  const names = [...new Set(declared.map((e) => e.name.local))];
  const choices = names.length === 0 ? 'it declares no faults' : `it declares ${names.join(', ')}`;
  report.add('MAPPING_UNKNOWN_FAULT', `the contract declares no fault "${value}"`, place, hint ?? choices);
  return likely;
}

/** An element with this local name in another namespace, else one with a similar name. */
function likelyMeant({ ns, local }: QName, declared: readonly ElementDecl[], { codec }: BuildContext) {
  const all = [...declared, ...codec.schemas.elements.values()];
  const like = [...declared, ...all.filter(({ name }) => ns !== '' && name.ns === ns)];
  const names = like.map(({ name }) => name.local);
  const likely = all.some(({ name }) => name.local === local) ? local : nearest(local, names);
  return all.find(({ name }) => name.local === likely);
}

/** The right spelling, with the prefix of the rule where possible. A declared element needs none. */
function spelled(
  { name }: ElementDecl,
  text: string,
  declared: readonly ElementDecl[],
  { codec }: BuildContext,
): string {
  const prefixedName = text.replace(/[^:}]*$/, name.local);
  if (prefixedName === name.local && declared.some((e) => e.name === name)) return prefixedName;
  const back = codec.dialect.parseName(prefixedName);
  return back && clark(back) === clark(name) ? prefixedName : codec.dialect.nameOf(name);
}
