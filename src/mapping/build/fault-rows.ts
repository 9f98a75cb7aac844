// `faults:` of a rule and of the table, compiled for one operation.
import type { Message, Operation } from '../../contract/contract.ts';
import type { Place } from '../../errors.ts';
import { Fault } from '../../fault/fault.ts';
import { type FaultRow, FaultRows, type RestSide, type SoapSide, titleOf } from '../../fault/table.ts';
import { stringText } from '../../pattern/plain-text.ts';
import { fillText, type TextTemplate } from '../../pattern/text-template.ts';
import { clark } from '../../xml/names.ts';
import { didYouMean } from '../nearest.ts';
import { findElement, unknownPrefix } from '../operation.ts';
import { fieldsOf, flagField, mapOf, numberField, textField } from '../read/fields.ts';
import { readHeaders, readMessage } from '../read/row.ts';
import { readParts } from '../read/tree.ts';
import { Report } from '../report.ts';
import type { Bindings, FaultTable } from '../rule.ts';
import type { YamlEntry, YamlNode } from '../yaml.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import { Scope } from './scope.ts';
import { SoapMessageBuilder, templateOf } from './soap-message.ts';
import { compileMessage } from './steps.ts';

/** `own`: the rule's rows, whose mistakes all count; `shared`: the table's, which need not fit every operation. */
export function faultTable(operation: Operation, own: readonly YamlNode[], shared: readonly YamlNode[], ctx: BuildContext): FaultTable {
  const rows: FaultRow[] = [];
  const replies: FaultTable['replies'][number][] = [];
  const quiet: BuildContext = { ...ctx, report: new Report() };
  for (const [nodes, context] of [
    [own, ctx],
    [shared, quiet],
  ] as const) {
    for (const node of nodes) readFaultRow(node, operation, context, rows, replies);
  }
  const table = new FaultRows(rows, new Set(operation.faults.map((f) => clark(f.element.name))));
  return { fromSoap: (f) => table.fromSoap(f), fromRest: (f) => table.fromRest(f), replies };
}

function readFaultRow(node: YamlNode, operation: Operation, ctx: BuildContext, rows: FaultRow[], replies: FaultTable['replies'][number][]): void {
  const { report } = ctx;
  const fields = fieldsOf(node, { keys: ['soap', 'rest'] }, 'a fault row', report);
  const soap = fields.get('soap');
  const rest = fields.get('rest');
  if (soap === undefined || rest === undefined) {
    report.add('MAPPING_MISSING', `the fault row has no "${soap === undefined ? 'soap' : 'rest'}"`, node.place);
    return;
  }
  const inner = fieldsOf(soap.value, { keys: ['fault', 'code', 'subcode', 'detail', 'reply', 'first'] }, '"soap"', report);
  const reply = inner.get('reply');
  if (reply !== undefined) {
    const compiled = replyRow(reply, rest, flagField(inner.get('first'), report) ?? false, operation, ctx);
    if (compiled !== undefined) replies.push(compiled);
    return;
  }
  const side = soapSide(inner, operation, ctx, soap.place);
  if (side !== undefined) rows.push({ soap: side, rest: restSide(rest, report) });
}

function soapSide(fields: ReadonlyMap<string, YamlEntry>, operation: Operation, ctx: BuildContext, place: Place): SoapSide | undefined {
  const { report } = ctx;
  const fault = textField(fields.get('fault'), report);
  const detail = fields.get('detail');
  if (fault === undefined && !['code', 'subcode', 'detail'].some((k) => fields.has(k))) {
    report.add('MAPPING_MISSING', 'the fault row names no fault', place, 'write fault: prefix:Element, fault: "*", code: or reply:');
    return undefined;
  }
  const element = fault === undefined || fault.value === '*' ? fault?.value : faultElement(fault.value, fault.place, operation, ctx);
  if (fault !== undefined && element === undefined) return undefined;
  const members = detail === undefined ? undefined : new Map(mapOf(detail, report).map((e) => [e.key, e.value.kind === 'scalar' ? e.value.source : '']));
  return { fault: element, code: textField(fields.get('code'), report)?.value, subcode: textField(fields.get('subcode'), report)?.value, detail: members };
}

function faultElement(text: string, place: Place, operation: Operation, ctx: BuildContext): string | undefined {
  const { report, codec } = ctx;
  const declared = operation.faults.map((f) => f.element);
  const found = findElement(declared, text, codec.dialect);
  if (found !== undefined) return clark(found.name);
  if (unknownPrefix(text, place, codec.dialect, report)) return undefined;
  // An undeclared fault may still come, if the contract knows the element.
  const name = codec.dialect.parseName(text);
  if (name !== undefined && name.ns !== '' && codec.schemas.elements.has(clark(name))) return clark(name);
  const names = declared.map((e) => e.name.local);
  const hint = didYouMean(text.slice(text.indexOf(':') + 1), names) ?? (names.length === 0 ? 'the operation declares no faults' : `declared: ${names.join(', ')}`);
  report.add('MAPPING_UNKNOWN_FAULT', `the operation has no fault "${text}"`, place, hint);
  return undefined;
}

function restSide(entry: YamlEntry, report: Report): RestSide {
  const fields = fieldsOf(entry.value, { keys: ['status', 'code', 'title', 'headers', 'detail'] }, '"rest"', report);
  const status = numberField(fields.get('status'), 400, 599, report);
  if (!fields.has('status')) report.add('MAPPING_MISSING', 'the fault row has no status', entry.place);
  const code = textField(fields.get('code'), report)?.value ?? 'UPSTREAM_FAULT';
  const headers = mapOf(fields.get('headers'), report).map((h) => [h.key, h.value.kind === 'scalar' ? h.value.source : ''] as const);
  return { status: status ?? 500, code, title: textField(fields.get('title'), report)?.value, headers: headers.length === 0 ? undefined : Object.fromEntries(headers) };
}

/** A message that reports failure inside a 200 reply. */
function replyRow(reply: YamlEntry, rest: YamlEntry, first: boolean, operation: Operation, ctx: BuildContext): FaultTable['replies'][number] | undefined {
  const { report } = ctx;
  const message = readMessage(reply, report);
  const output: Message = operation.output ?? { body: [], headers: [] };
  const fits = message?.elements.every((e) => findElement(output.body, e.key, ctx.codec.dialect));
  if (message === undefined || !fits) return undefined;
  const scope = new Scope(ctx.codec, report);
  const plan = new SoapMessageBuilder(ctx, scope, 'soap.reply').build(output, message.elements, [], reply.place);
  const fields = fieldsOf(rest.value, { keys: ['status', 'code', 'title', 'headers', 'detail'] }, '"rest"', report);
  const status = numberField(fields.get('status'), 400, 599, report) ?? 500;
  const template = (key: string): TextTemplate | undefined => {
    const text = textField(fields.get(key), report);
    if (text === undefined) return undefined;
    return templateOf(readParts(text.value, text.place, report), (hole) => {
      const variable = scope.get(hole.name);
      if (variable === undefined) report.add('MAPPING_NAMES', `{${hole.name}} does not stand in the reply`, text.place, scope.suggest(hole.name));
      const known = variable ?? { name: hole.name, number: 0, type: undefined, uses: [] };
      return boundHole(hole, known, 'rest', stringText, true, text.place, ctx);
    });
  };
  const [code, title, detail] = [template('code'), template('title'), template('detail')];
  const headers = readHeaders(fields.get('headers'), report).map((h) => [h.name, h.parts.join('')] as const);
  return {
    soap: compileMessage(plan, ctx),
    first,
    variables: scope.names,
    fault: (bindings: Bindings) => {
      const said = code === undefined ? undefined : fillText(code, bindings);
      return new Fault({
        status,
        code: said ?? 'UPSTREAM_FAULT',
        title: (title && fillText(title, bindings)) ?? titleOf(said ?? 'UPSTREAM_FAULT'),
        detail: detail && fillText(detail, bindings),
        headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
      });
    },
  };
}
