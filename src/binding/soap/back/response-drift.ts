// Deviations of one response, until it is known whether it is accepted: none of a refused one counts.
import type { AcceptedDeviations, Deviation } from '../../../codec/model/deviation.ts';

type Note = NonNullable<AcceptedDeviations['note']>;

export class ResponseDrift {
  /** What the response is read with. */
  readonly deviations: AcceptedDeviations;
  private readonly note: Note | undefined;
  /** With a path: the first ones of the response. */
  private readonly notes: Parameters<Note>[] = [];
  /** Further ones. */
  private readonly counts = new Map<Deviation, number>();
  private isAccepted = false;

  constructor(deviations: AcceptedDeviations) {
    const { note } = deviations;
    this.note = note;
    this.deviations = note === undefined ? deviations : { ...deviations, note: (...noted) => this.take(noted) };
  }

  accept(): void {
    if (this.isAccepted) return;
    this.isAccepted = true;
    for (const noted of this.notes) this.note?.(...noted);
    for (const [deviation, count] of this.counts) for (let i = 0; i < count; i++) this.note?.(deviation, undefined);
  }

  private take(noted: Parameters<Note>): void {
    const [deviation, path] = noted;
    if (this.isAccepted) this.note!(...noted);
    else if (path === undefined) this.counts.set(deviation, (this.counts.get(deviation) ?? 0) + 1);
    else this.notes.push(noted);
  }
}
