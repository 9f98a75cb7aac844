// Losses and changes of a conversion, each with its place, grouped by kind.
import type { Located } from './document.ts';

type Severity = 'left out' | 'changed' | 'info';

/** Kind → severity and a heading, most severe first. */
const KINDS = {
  operations: ['left out', 'operations and paths'],
  references: ['left out', 'operations with references that lead nowhere'],
  parameters: ['left out', 'parameters'],
  headers: ['left out', 'headers'],
  members: ['left out', 'members of objects'],
  responses: ['left out', 'responses'],
  media: ['left out', 'media types without JSON beside them'],
  credentials: ['left out', 'credentials'],
  callbacks: ['left out', 'callbacks and webhooks'],
  servers: ['left out', 'servers'],
  values: ['changed', 'values in another form'],
  faults: ['changed', 'statuses that become one fault'],
  assumptions: ['changed', 'assumptions'],
  checks: ['info', 'values that the contract does not check'],
  otherMedia: ['info', 'further media types'],
  conversions: ['info', 'conversions'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type NoteKind = keyof typeof KINDS;

export interface Note {
  readonly kind: NoteKind;
  readonly severity: Severity;
  /** Path or URL of the document. */
  readonly file: string;
  /** JSON pointer into the document, or into its OpenAPI 3 form if it was converted. */
  readonly pointer: string;
  readonly message: string;
}

export interface NoteGroup {
  readonly severity: Severity;
  readonly title: string;
  readonly notes: readonly Note[];
}

/** In order of discovery, without duplicates. */
export class Notes {
  private readonly notes = new Map<string, Note>();

  add({ file, pointer }: Pick<Located, 'file' | 'pointer'>, kind: NoteKind, message: string): void {
    const key = `${file}#${pointer} ${message}`;
    if (!this.notes.has(key)) this.notes.set(key, { kind, severity: KINDS[kind][0], file, pointer, message });
  }

  all(): Note[] {
    return [...this.notes.values()];
  }
}

/** The kinds that occur, most severe first. */
export function groupNotes(notes: readonly Note[]): NoteGroup[] {
  const byKind = Map.groupBy(notes, ({ kind }) => kind);
  return Object.entries(KINDS).flatMap(([kind, [severity, title]]) => {
    const ofKind = byKind.get(kind as NoteKind);
    return ofKind === undefined ? [] : [{ severity, title, notes: ofKind }];
  });
}
