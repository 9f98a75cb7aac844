/** `1 to 3 items`, `at least 2 items`, `exactly 1 item`: how often something may stand, for messages. */
export function countOf({ min, max }: { readonly min: number; readonly max: number }): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${items(min)}`;
  return min === max ? `exactly ${items(min)}` : `${min} to ${items(max)}`;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
