// Parameters that all operations of a path have stand once, at the path (OpenAPI 3.1 §4.8.9).
import { record } from '../../codec/schema/json-schema.ts';
import type { ParameterObject, PathItem, Reference, SharedOperation, SharedPathItem } from './document-types.ts';

export function withCommonParameters(item: PathItem): SharedPathItem {
  const operations = Object.entries(item);
  const [first, ...others] = operations.map(([, { parameters = [] }]) => new Map(parameters.map(byText)));
  if (others.length === 0) return item;
  const common = [...first].filter(([text]) => others.every((parameters) => parameters.has(text)));
  if (common.length === 0) return item;
  const texts = new Set(common.map(([text]) => text));
  const remaining = operations.map(([method, operation]) => [method, without(operation, texts)] as const);
  return { parameters: common.map(([, parameter]) => parameter), ...record(remaining) };
}

function byText(parameter: ParameterObject | Reference): [text: string, parameter: ParameterObject | Reference] {
  return [JSON.stringify(parameter), parameter];
}

function without({ parameters = [], ...rest }: SharedOperation, texts: ReadonlySet<string>): SharedOperation {
  const others = parameters.filter((parameter) => !texts.has(JSON.stringify(parameter)));
  return others.length === 0 ? rest : { ...rest, parameters: others };
}
