// Names of a contract from names of an API description (Namespaces in XML §3: NCName).

const START = /^[\p{L}_]/u;

/** The nearest NCName: characters that may not stand in one become `_`. */
export function ncName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_').normalize('NFC');
  if (name === '') return '_';
  return START.test(name) ? name : `_${name}`;
}

/** `user profile` → `UserProfile`: the words of a name, each with a capital. */
export function pascal(text: string): string {
  const tokens = text.split(/[^\p{L}\p{N}]+/u).filter((token) => token !== '');
  return tokens.map((token) => token.charAt(0).toUpperCase() + token.slice(1)).join('');
}

/** Gives out unique names. */
export class Names {
  private readonly usedNames = new Set<string>();

  /** The name, or the first free one of name2, name3 …. */
  take(candidate: string): string {
    let name = candidate;
    for (let n = 2; this.usedNames.has(name); n++) name = `${candidate}${n}`;
    this.usedNames.add(name);
    return name;
  }
}
