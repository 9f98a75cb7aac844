/** Longest list of values in a message. */
const SHOWN = 12;

/** `must be one of low, medium, ""`: values that could not be seen otherwise are quoted. */
export function mustBeOneOf(texts: readonly string[]): string {
  const more = texts.length > SHOWN ? ', …' : '';
  return `must be one of ${texts.slice(0, SHOWN).map(visible).join(', ')}${more}`;
}

function visible(text: string): string {
  return text === '' || text !== text.trim() || text.includes(',') ? JSON.stringify(text) : text;
}
