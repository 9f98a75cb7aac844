// values.yaml of the chart with the comments that describe each value. For the schema and the README of the chart.
import { readFileSync } from 'node:fs';
import { type Document, isMap, isScalar, parseDocument } from 'yaml';

interface DescribedValue {
  readonly name: string;
  /** The comment above it, as one line of text; undefined: it is a value of Kubernetes. */
  readonly comment: string | undefined;
  readonly value: unknown;
}

export function valuesDocument(): Document {
  return parseDocument(readFileSync(new URL('../helm/soapstone/values.yaml', import.meta.url), 'utf8'));
}

/** The values of a map, in their order. */
export function pairsOf(map: unknown): DescribedValue[] {
  if (!isMap(map)) return [];
  return map.items.map(({ key, value }, i) => {
    if (!isScalar(key)) throw new Error('values.yaml: keys are texts');
    // The comment before the first value is the one of the map.
    const comment = key.commentBefore ?? (i === 0 ? map.commentBefore : undefined);
    return { name: String(key.value), comment: comment ? textOf(comment) : undefined, value };
  });
}

export function pairIn(map: unknown, name: string): DescribedValue | undefined {
  return pairsOf(map).find((pair) => pair.name === name);
}

/** The last paragraph: examples of the value before may stand above. */
function textOf(comment: string): string {
  const [paragraph] = comment.split(/\n\s*\n/).slice(-1);
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}
