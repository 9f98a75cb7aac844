/** A component while it is being filled: components refer to each other before they are complete. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The empty list, one for all components that have none of something. */
export const NONE: readonly never[] = Object.freeze([]);
