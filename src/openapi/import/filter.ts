// Which operations of a description become rules.

export interface Filter {
  /** An operation has one of them. Empty: all. */
  readonly tags?: readonly string[];
  /** Globs, one of which its path matches. Empty: all. */
  readonly paths?: readonly string[];
}

export type Selects = (path: string, tags: readonly string[]) => boolean;

/** Operations that fit the tags and the paths, where there are any. */
export function selector({ tags = [], paths = [] }: Filter): Selects {
  const patterns = paths.map(globPattern);
  return (path, tagsOfOperation) =>
    (tags.length === 0 || tags.some((tag) => tagsOfOperation.includes(tag))) &&
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(path)));
}

/** `*` stands for the text of one step, `**` for any steps; `/x/**` is `/x` too. Braces stand for themselves. */
function globPattern(glob: string): RegExp {
  const source = glob
    .split(/(\/\*\*$|\*+)/)
    .map((token) => {
      if (token === '/**') return '(?:/.*)?';
      if (token === '*') return '[^/]*';
      return /^\*+$/.test(token) ? '.*' : token.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
