/** The empty list, one for all components that have none of something. */
export const NONE: readonly never[] = Object.freeze([]);
