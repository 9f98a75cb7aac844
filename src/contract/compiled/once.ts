/** Calls `make` at the first call and keeps what it gave. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
