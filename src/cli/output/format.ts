// The formats of `check` and `test`.

export const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;

export type Format = (typeof FORMATS)[number];

/** One text for each format but that for people, which is printed as it comes. */
export type Writers<T> = Readonly<Record<Exclude<Format, 'text'>, (results: readonly T[]) => string>>;
