// A description as compact JSON, in pieces. Knows nothing of who reads it.
import type { RestDescription } from './document.ts';

/** Pieces of one JSON document; '' after a step without text. */
export function* descriptionText(description: RestDescription): Generator<string> {
  const paths: string[] = [];
  for (const entry of description.paths()) {
    if (entry !== undefined) paths.push(`${paths.length > 0 ? ',' : ''}${member(...entry)}`);
    yield '';
  }
  const { components, ...head } = description.frame();
  yield `${JSON.stringify(head).slice(0, -1)},"paths":{`;
  yield* paths;
  yield '},"components":{"schemas":{';
  let first = true;
  for (const [name, schema] of description.schemas()) {
    yield `${first ? '' : ','}${member(name, schema)}`;
    first = false;
  }
  yield `},${JSON.stringify(components).slice(1)}}`;
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
