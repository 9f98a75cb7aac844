/** Calls `make` at the first call and keeps what it gave. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
