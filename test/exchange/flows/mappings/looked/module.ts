// How books are found that no search asks for.

/** Whether a title ends so. Runs one way. */
export const endsSo = {
  in: (): undefined => undefined,
  out: (both: unknown): boolean => {
    const [{ title }, ending] = both as [{ title: string }, string];
    return title.endsWith(ending);
  },
};

/** What a response is to show. Runs one way. */
export const shown = {
  in: (): undefined => undefined,
  out: (ending: unknown): string => `title, for ${ending}`,
};
