// Words of messages about a name or a value that is none of those expected.

/** Longest list of values in a message. */
const MAX_VALUES = 12;

/** `must be one of low, medium, ""`: values that could not be seen otherwise are quoted. */
export function mustBeOneOf(texts: readonly string[]): string {
  const ellipsis = texts.length > MAX_VALUES ? ', …' : '';
  return `must be one of ${texts.slice(0, MAX_VALUES).map(visible).join(', ')}${ellipsis}`;
}

function visible(text: string): string {
  return text === '' || text !== text.trim() || text.includes(',') ? JSON.stringify(text) : text;
}
