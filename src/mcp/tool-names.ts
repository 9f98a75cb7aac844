// Names of tools: those of rules, in the characters that every client takes.

/** Model providers take 64 characters; the specification (2025-11-25, server/tools) has up to 128, and dots, which some refuse. */
const LONGEST = 64;
const NOT_ALLOWED = /[^A-Za-z0-9_-]+/g;

/** Legal names, each once, in the order of `ids`. */
export function toolNames(ids: readonly string[]): string[] {
  const used = new Set<string>();
  return ids.map((id) => uniqueName(id, used));
}

/** A name that `used` does not have; added to it. */
export function uniqueName(wish: string, used: Set<string>): string {
  const base = wish.replace(NOT_ALLOWED, '_').slice(0, LONGEST) || '_';
  let name = base;
  for (let n = 2; used.has(name); n++) name = `${base.slice(0, LONGEST - `_${n}`.length)}_${n}`;
  used.add(name);
  return name;
}
