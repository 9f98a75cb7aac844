import { expect } from 'vitest';

/** Limit: white space around a reason. It goes; in place of a blank one stands the title. */
export const TITLE = expect.stringMatching(/./) as unknown as string;
