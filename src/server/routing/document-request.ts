// What clients may request of the documents of REST faces, and what they get.
import type { IncomingMessage } from 'node:http';
import type { DocumentedBridge } from '../bridges/document-paths.ts';
import type { DocumentContent } from '../http/send-document.ts';
import type { CatalogRequest } from './catalog-endpoint.ts';

/** A document with its header fields. */
export interface ShownDocument extends DocumentContent {
  readonly media: string;
  /** Further header fields, names and values in turn. */
  readonly fields: readonly string[];
}

/** What selects among the documents of one path. */
export interface DocumentRequest extends CatalogRequest {
  /** `?tag=`: operations with this tag alone. */
  readonly tag?: string;
  /** `?file=` of a docs page. */
  readonly file?: string;
  /** `?v=` of a file. */
  readonly version?: string;
}

/** What a request selects by its query (`?select=a,b`, `?tag=`, `?file=`) and its `Accept`. */
export function documentRequest({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): DocumentRequest {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const [select, tag, file, version] = ['select', 'tag', 'file', 'v'].map((name) => query.get(name) ?? undefined);
  const selected = query.getAll('select').join(',').split(',');
  return { accept: headers.accept, select: select === undefined ? undefined : selected, tag, file, version };
}

/** Finds the description that bridges share, or that of one tag. */
export type FindDescription = (
  bridges: readonly DocumentedBridge[],
  tag?: string,
) => Promise<ShownDocument | undefined>;
