// Words of messages that depend on a number.

/**
 * A number and what it counts: `1 rule`, `2 rules`.
 *
 * @param noun in the singular; its plural is made with `s`
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
