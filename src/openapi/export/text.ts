// A description as compact JSON, in pieces. Knows nothing of who reads it.
import { withCommonParameters } from './common-parameters.ts';
import type { RestDescription } from './document.ts';
import type { PathItem } from './document-types.ts';

/** Pieces of one JSON document; '' after a step without text. */
export function* descriptionText(description: RestDescription): Generator<string> {
  const paths: string[] = [];
  for (const entry of description.paths()) {
    if (entry !== undefined) paths.push(`${paths.length > 0 ? ',' : ''}${pathText(...entry)}`);
    yield '';
  }
  const { components, ...head } = description.frame();
  yield `${JSON.stringify(head).slice(0, -1)},"paths":{`;
  yield* paths;
  yield '},"components":{"schemas":{';
  let separator = '';
  for (const entry of description.schemas()) {
    yield entry === undefined ? '' : `${separator}${member(...entry)}`;
    if (entry !== undefined) separator = ',';
  }
  yield `},${JSON.stringify(components).slice(1)}}`;
}

function pathText(template: string, item: PathItem): string {
  return member(template, withCommonParameters(item));
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
