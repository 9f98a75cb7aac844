// Unpacks a request with attachments: from then on it is one without.
import type { IncomingHttpHeaders } from 'node:http';
import type { AttachmentLabels } from '../../../json/attachment-labels.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import type { MemoryReservation } from '../../memory-account.ts';
import { noRoom } from '../../read-body.ts';
import { ElementTypes } from '../element-types.ts';
import { unpackMessage } from '../message-package.ts';
import type { Dispatch } from './dispatch.ts';
import { readHead } from './envelope-head.ts';
import { envelopeMedia, type RequestMedia } from './request-media.ts';

interface ReceivedRequest {
  readonly media: RequestMedia;
  readonly bytes: Uint8Array;
  /** Of attachments that are in `bytes` now. */
  readonly labels?: AttachmentLabels;
}

interface PackageSetting {
  readonly dispatch: Pick<Dispatch<SoapFrontRule>, 'isPlain' | 'packageForm' | 'elements'>;
  readonly maxBodyBytes: number;
  readonly limits: Limits;
}

/** Throws SoapstoneError (BAD_BODY, PAYLOAD_TOO_LARGE, XML_*, SOAP_ACTION), and OVERLOADED where `memory` has no room. */
export function unpackRequest(
  { media, bytes }: ReceivedRequest,
  headers: IncomingHttpHeaders,
  { dispatch, maxBodyBytes, limits }: PackageSetting,
  memory: MemoryReservation | undefined,
): ReceivedRequest {
  if (media.package === undefined) return { media, bytes };
  const claim = (needed: number) => {
    if (memory?.take(needed) === false) throw noRoom();
  };
  const formOf = (envelope: Uint8Array, type: string) =>
    dispatch.packageForm(
      readHead(envelope, envelopeMedia(type, headers).version, { limits, transcoded: true }).element?.key ?? '',
    );
  const bounds = { maxBytes: maxBodyBytes, limits, claim, types: new ElementTypes(dispatch.elements) };
  const packed = unpackMessage(bytes, media.package, bounds, dispatch.isPlain ? undefined : formOf);
  const { envelope, contentType, labels } = packed;
  return {
    media: { ...envelopeMedia(contentType, headers), charset: 'utf-8', package: media.package },
    bytes: envelope,
    labels,
  };
}

/** An attachment may be longer than any other text. */
export function limitsFor<S extends PackageSetting>(setting: S, media: RequestMedia): S {
  if (media.package === undefined) return setting;
  return { ...setting, limits: { ...setting.limits, text: setting.maxBodyBytes } };
}
