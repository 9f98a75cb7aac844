// Is the media type of a body that is octets one that the contract expects of its element?

import type { ElementDecl } from '../../contract/model/model.ts';
import { isOneType, overlap } from '../../mime/part-media.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Located } from '../syntax/fields.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import { isBinaryBody } from './rest-media.ts';
import type { Scope } from './scope.ts';

/** Uploads of another type than the contract expects (`xmime:expectedContentTypes`, `mime:content`) are refused, and so is what SOAP clients send as expected. */
export function checkRequestMedia({ body, media }: Row, scope: Scope, report: Report): void {
  if (media && isBinaryBody(body, media.value, scope)) checkMedia('upload', media, elementOf(body, scope), report);
}

/**
 * `media`: of the response, without a name of the table. A REST client gets it whatever the service says; towards SOAP clients the contract forbids
 * what it does not expect.
 */
export function checkResponseMedia(row: Row, media: string, scope: Scope, report: Report): void {
  const { response, direction } = row;
  if (response.media === undefined || !isBinaryBody(response.body, media, scope)) return;
  const element = direction === 'rest-to-soap' ? undefined : elementOf(response.body, scope);
  checkMedia('download', { ...response.media, value: media }, element, report);
}

/** Media types that the contract expects of what is the whole body. */
export function expectedMedia(body: Tree | undefined, scope: Scope): string | undefined {
  return elementOf(body, scope)?.contentTypes;
}

/** The declaration of what is the whole body. */
function elementOf(body: Tree | undefined, scope: Scope): ElementDecl | undefined {
  const type = body?.kind === 'hole' ? scope.get(body.hole.name)?.type : undefined;
  const declaration = type?.kind === 'value' ? type.of : undefined;
  if (declaration === undefined || 'global' in declaration) return declaration;
  return declaration.kind === 'element' ? declaration.element : undefined;
}

function checkMedia(content: string, media: Located<string>, element: ElementDecl | undefined, report: Report): void {
  const { value, place } = media;
  // A name that the table lacks has been reported.
  if (!value.includes('/')) return;
  if (!isOneType(value)) {
    const hint = 'write application/octet-stream for any type';
    report.add('MAPPING_SHAPE', `"${value}" is not one media type`, place, hint);
    return;
  }
  const expected = element?.contentTypes;
  if (expected === undefined || overlap(expected, value)) return;
  const at = element?.place && ` (${element.place.file}:${element.place.line}:${element.place.col})`;
  const message = `no ${content} can be ${value}: the contract expects ${expected} in "${element?.name.local}"${at ?? ''}`;
  report.add('MAPPING_TYPE', message, place, 'write one of these types, or application/octet-stream for any of them');
}
