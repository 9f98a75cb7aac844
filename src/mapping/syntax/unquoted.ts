// Braces mean something in YAML: `{id}` without quotes is a map with the key `id`.
import type { YamlNode } from './yaml.ts';

/** `{name}`, as against `{namespace}Name`. */
const HOLE = /\{\$?\w[\w.-]*(?:[?!]|=[^{}]*)?(?:\|[^{}]*)?\}$/;

export function isWholeHole(text: string): boolean {
  return HOLE.test(text);
}

/** The hole that was meant; undefined for any other node. */
export function unquotedHole(node: YamlNode): string | undefined {
  if (node.kind !== 'map' || node.entries.length !== 1) return undefined;
  const [{ key, bare }] = node.entries;
  return bare && isWholeHole(`{${key}}`) ? `{${key}}` : undefined;
}
