// Maps items with limited concurrency. Results are in the order of the items.
export async function mapConcurrent<T, U>(
  items: readonly T[],
  concurrency: number,
  run: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = new Array(items.length);
  let nextIndex = 0;
  const lane = async () => {
    while (nextIndex < items.length) {
      const i = nextIndex++;
      results[i] = await run(items[i]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return results;
}
