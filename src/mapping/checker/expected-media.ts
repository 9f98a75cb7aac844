// Is the media type of a body that is octets one that the contract expects of its element?

import type { ComplexType, ElementDecl } from '../../contract/model/model.ts';
import { isOneType, overlap } from '../../mime/part-media.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Located } from '../syntax/fields.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import { isBinaryBody, isOctets } from './rest-media.ts';
import type { Scope } from './scope.ts';

/** Uploads of another type than the contract expects (`xmime:expectedContentTypes`, `mime:content`) are refused, and so is what SOAP clients send as expected. */
export function checkRequestMedia({ body, media }: Row, scope: Scope, report: Report): void {
  if (media === undefined) return;
  if (isBinaryBody(body, media.value, scope)) checkMedia('upload', media, elementOf(body, scope), report);
  else checkObject('upload', media, body, scope, report);
}

/**
 * `media`: of the response, without a name of the table. A REST client gets it whatever the service says; towards SOAP clients the contract forbids
 * what it does not expect.
 */
export function checkResponseMedia(row: Row, media: string, scope: Scope, report: Report): void {
  const { response, direction } = row;
  if (response.media === undefined) return;
  if (!isBinaryBody(response.body, media, scope))
    return checkObject('download', { ...response.media, value: media }, response.body, scope, report);
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
  const declaration = type?.kind === 'value' ? (type.textOf ?? type.of) : undefined;
  if (declaration === undefined || 'global' in declaration) return declaration;
  return declaration.kind === 'element' ? declaration.element : undefined;
}

/** Content with attributes (`xmime:base64Binary`) is an object: as a whole it is JSON, not its octets. */
function checkObject(
  content: string,
  { value, place }: Located<string>,
  body: Tree | undefined,
  scope: Scope,
  report: Report,
): void {
  const element = elementOf(body, scope);
  if (body?.kind !== 'hole' || element?.type.kind !== 'complex' || !isFile(element.type, value)) return;
  const { name } = body.hole;
  const hint = `write ${element.name.local}: { $value: "{${name}}" } for its octets, or leave out media`;
  report.add(
    'MAPPING_TYPE',
    `no ${content} of {${name}} can be ${value}: it is an object, with attributes`,
    place,
    hint,
  );
}

function isFile({ content }: ComplexType, media: string): boolean {
  return content.kind === 'simple' && content.type.builtin === 'base64Binary' && isOctets(media);
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
