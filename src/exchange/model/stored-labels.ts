// What senders said of binary contents, beside the values that a store keeps.
import { AttachmentLabels, messageLabels, noteAttachments } from '../../json/attachment-labels.ts';
import { type ContentLabel, labelsWithin, noteLabels } from '../../json/content-labels.ts';
import type { Json } from '../../json/value.ts';

type NamedValue = readonly [name: string, value: Json];

/** Of an attachment: `digest` of its content. Of a string of a value: the name of the value, and the index after its opening quote. */
export interface StoredLabel {
  readonly media: string;
  readonly fileName?: string;
  readonly digest?: string;
  readonly value?: string;
  readonly at?: number;
}

/** undefined: nothing was said. */
export function labelsToStore(values: readonly NamedValue[]): readonly StoredLabel[] | undefined {
  const ofAttachments = [...messageLabels(values.map(([, value]) => value))].flatMap((labels) =>
    [...labels].map(([digest, label]) => ({ ...said(label), digest })),
  );
  const ofStrings = values.flatMap(([name, value]) =>
    labelsWithin(value).map(([at, label]) => ({ ...said(label), value: name, at })),
  );
  const all = [...ofAttachments, ...ofStrings];
  return all.length === 0 ? undefined : all;
}

function said({ media, fileName }: ContentLabel): ContentLabel {
  return { media, fileName };
}

/** `values`: as they come from the store. */
export function noteStoredLabels(values: readonly NamedValue[], stored: readonly StoredLabel[]): void {
  const labels = new AttachmentLabels();
  for (const { digest, media, fileName } of stored)
    if (digest !== undefined) labels.addDigest(digest, { media, fileName });
  noteAttachments(
    values.map(([, value]) => value),
    labels,
  );
  for (const [name, { bytes, start }] of values) {
    const own = stored.filter(({ value }) => value === name);
    noteLabels(bytes, new Map(own.map(({ at = 0, media, fileName }) => [start + at, { media, fileName }])));
  }
}

/** False for other bytes, such as those of another version of the gateway. */
export function areStoredLabels(labels: unknown): labels is readonly StoredLabel[] | undefined {
  return labels === undefined || (Array.isArray(labels) && labels.every(isStoredLabel));
}

function isStoredLabel(label: unknown): boolean {
  const { media, fileName, digest, value, at } = (label ?? {}) as Partial<Record<keyof StoredLabel, unknown>>;
  const isText = (field: unknown) => field === undefined || typeof field === 'string';
  return (
    typeof media === 'string' && [fileName, digest, value].every(isText) && (at === undefined || typeof at === 'number')
  );
}
