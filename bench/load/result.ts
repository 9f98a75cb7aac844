/** What one fresh process says of one load. ms on the wall; `cpu` is user + system of the load alone. */
export interface LoadResult {
  /** Time to import the modules that do the loading; not part of `load`. */
  readonly imports: number;
  readonly load: number;
  readonly cpu: number;
  /** Named types found: a proof that it was all read. */
  readonly types: number;
}

/** Runs `load` between two looks at the clock and prints the result as a line of JSON. */
export async function report<T>(
  imports: number,
  load: () => T | Promise<T>,
  types: (loaded: T) => number,
): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  const loaded = await load();
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({ imports, load: time, cpu: (user + system) / 1000, types: types(loaded) } satisfies LoadResult),
  );
}
