// Refuses folders of src/ and examples/ that import each other, directly or round a corner. Run by `npm run check:walls`.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Folder → folders that its files import from, each with one such import. */
function readGraph(): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>();
  for (const file of globSync(['src/**/*.ts', 'examples/**/*.ts'])) {
    const folder = dirname(file);
    const targets = graph.get(folder) ?? new Map<string, string>();
    graph.set(folder, targets);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = normalize(join(folder, specifier));
      if (dirname(target) !== folder) targets.set(dirname(target), `${file} imports ${target}`);
    }
  }
  return graph;
}

/** A way from `start` back to itself, as imports; undefined: there is none. */
function cycleFrom(graph: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): string[] | undefined {
  const visited = new Set<string>();
  const follow = (folder: string, imports: readonly string[]): string[] | undefined => {
    for (const [target, example] of graph.get(folder) ?? []) {
      if (target === start) return [...imports, example];
      if (visited.has(target)) continue;
      visited.add(target);
      const cycle = follow(target, [...imports, example]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return follow(start, []);
}

const graph = readGraph();
const cycles = [...graph.keys()].flatMap((folder) => {
  const cycle = cycleFrom(graph, folder);
  return cycle ? [`${folder} imports itself round other folders:\n  ${cycle.join('\n  ')}`] : [];
});
for (const cycle of cycles) process.stderr.write(`${cycle}\n`);
process.stdout.write(`${graph.size} folders, ${cycles.length} in a cycle\n`);
process.exitCode = cycles.length > 0 ? 1 : 0;
