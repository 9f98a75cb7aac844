// Namespaces of the old contract that have another name in the new one, as where a version stands in them. Knows nothing about changes.
import type { Contract } from '../contract/model/contract.ts';
import { parseClark } from '../xml/reader/names.ts';

/** Old name → new name, of namespaces that are gone. */
export type RenamedNamespaces = ReadonlyMap<string, string>;

/** Of the local names, so many must have stayed. */
const LEAST_SHARE = 0.5;

export function renamedNamespaces(before: Contract, after: Contract): RenamedNamespaces {
  const [old, latest] = [localNames(before), localNames(after)];
  const fresh = new Map([...latest].filter(([ns]) => !old.has(ns)));
  const renamed = new Map<string, string>();
  for (const [ns, locals] of old) {
    if (latest.has(ns)) continue;
    const [best] = [...fresh]
      .map(([name, candidates]) => ({ name, share: shareOf(locals, candidates) }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .toSorted((a, b) => b.share - a.share);
    if (best === undefined) continue;
    renamed.set(ns, best.name);
    fresh.delete(best.name);
  }
  return renamed;
}

function shareOf(locals: ReadonlySet<string>, candidates: ReadonlySet<string>): number {
  return [...locals].filter((local) => candidates.has(local)).length / locals.size;
}

/** Of the named components of schemas and the elements of messages, by namespace. */
function localNames({ schemas, operations }: Contract): ReadonlyMap<string, ReadonlySet<string>> {
  const names = [...schemas.types.keys(), ...schemas.elements.keys()].map(parseClark);
  const messages = operations.flatMap(({ input, output }) => (output ? [input, output] : [input]));
  const elements = messages.flatMap(({ body, headers }) => [...body, ...headers.map(({ element }) => element)]);
  const byNamespace = Map.groupBy([...names, ...elements.map(({ name }) => name)], ({ ns }) => ns);
  return new Map([...byNamespace].map(([ns, all]) => [ns, new Set(all.map(({ local }) => local))]));
}
