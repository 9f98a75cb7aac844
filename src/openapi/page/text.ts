// The text of the docs page piece by piece. Knows nothing of who reads it.
import type { RestDescription } from '../export/describe.ts';
import { Page } from './page.ts';

/** `source`: where the document itself is, if anywhere. '' after a step that has no text. */
export function* pageText(description: RestDescription, source?: string): Generator<string> {
  const page = new Page(description.responses);
  for (const entry of description.paths()) {
    if (entry !== undefined) page.add(...entry);
    yield '';
  }
  yield* page.pieces(description.frame(), source);
}
