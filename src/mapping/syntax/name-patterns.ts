// Patterns of names, as tables write them: `*` stands for any characters.

/** Takes the names that one of the patterns takes. */
export function globOf(patterns: readonly string[]): RegExp {
  const all = patterns.map((pattern) => pattern.split('*').map(escaped).join('.*'));
  return new RegExp(all.length === 1 ? `^${all[0]}$` : `^(?:${all.join('|')})$`);
}

function escaped(text: string): string {
  return text.replace(/[\^$\\.+?()[\]{}|/]/g, '\\$&');
}
