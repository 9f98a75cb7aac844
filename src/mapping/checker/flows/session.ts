// `session`: an operation that begins or ends a session of the gateway. Its request holds a credential, its response fields of the caller.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { SessionFlow } from '../../../rule/flow.ts';
import type { SessionRow } from '../../syntax/local-answers.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, RuleBuilder, type RuleEnvironment } from '../rule.ts';

export function buildSession(row: Row, { begin }: SessionRow, operation: Operation, env: RuleEnvironment): BuiltRow {
  const builder = new RuleBuilder(row, operation, env);
  builder.planSoap();
  builder.planRest();
  const fieldNames = env.table.auth?.fields.map(({ value }) => value) ?? [];
  const requestNames = namesInSoapRequest(row.soap);
  for (const { value, place } of begin ?? []) {
    if (!fieldNames.includes(value))
      env.ctx.report.add(
        'MAPPING_NAMES',
        `"${value}" is not a field of the credential`,
        place,
        suggest(value, fieldNames),
      );
    else if (!requestNames.includes(value))
      env.ctx.report.add('MAPPING_NAMES', `{${value}} must be in the request`, place, suggest(value, requestNames));
  }
  const responseNames = begin ? namesInSoapResponse(row.soap).filter((name) => fieldNames.includes(name)) : [];
  const names = new Set([...(begin ?? []).map(({ value }) => value), ...responseNames]);
  checkNames(builder.scope, row.direction, env.ctx, names);
  const numbered = (fields: Iterable<string>) =>
    [...fields].map((name): [string, number] => [name, builder.scope.get(name)?.number ?? -1]);
  const flow: SessionFlow = {
    kind: 'session',
    begin: begin && numbered(begin.map(({ value }) => value)),
    callerFields: numbered(new Set(responseNames)),
  };
  const rule = builder.compile();
  // A request that begins a session is checked only when the exchange runs.
  return { row, rule: { ...rule, open: begin ? true : rule.open, flow } };
}
