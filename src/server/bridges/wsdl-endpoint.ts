// Answers `?wsdl`, `?wsdl=ID` and `?xsd=ID`: the contract of a bridge, with the public address in it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '../../binding/identity.ts';
import { entityTag } from '../../binding/rest/front/response.ts';
import type { Contract } from '../../contract/model/contract.ts';
import { type ClientPolicy, type Published, publish } from '../../contract/publish/publish.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { CodedForms } from '../http/content-codings.ts';
import { type DocumentContent, sendDocument } from '../http/send-document.ts';
import { sendError } from '../http/send-error.ts';
import type { ForwardedSettings } from '../http/trusted-proxies.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { publicUrlOf } from './public-url.ts';

/** Answers GET and HEAD requests for a description; false, with nothing done, for every other request. `fields`: further header fields. */
export type Describe = (req: IncomingMessage, res: ServerResponse, fields?: readonly string[]) => boolean;

interface PublishedContent extends DocumentContent {
  /** URL in it. */
  readonly address: string;
}

const MEDIA = 'text/xml; charset=utf-8';

/**
 * `client`: what clients are asked for; the policies of the contract stay without it.
 * @throws SoapstoneError SETTINGS for a public URL that cannot carry `?wsdl`.
 */
export function createDescribe(
  contract: Contract,
  settings: Pick<BridgeSettings, 'publicUrl'> & ForwardedSettings,
  client?: ClientPolicy,
): Describe {
  const { publicUrl } = settings;
  if (publicUrl?.includes('?')) throw new SoapstoneError('SETTINGS', 'publicUrl must not have a query');
  let published: Published | undefined;
  const contents = new Map<string, PublishedContent>();
  /** One of each document is cached, for the last address: it may be the client's own spelling. */
  const contentOf = (key: string, req: IncomingMessage): DocumentContent => {
    const address = publicUrl ?? publicUrlOf(req, settings);
    const cached = contents.get(key);
    if (cached?.address === address) return cached;
    published ??= publish(contract, client);
    const bytes = Buffer.from(documentOf(published, key).text(address));
    const content = { address, bytes, etag: entityTag(bytes), forms: new CodedForms(bytes) };
    contents.set(key, content);
    return content;
  };
  const show = async (req: IncomingMessage, res: ServerResponse, key: string, fields?: readonly string[]) =>
    sendDocument(req, res, contentOf(key, req), MEDIA, fields);
  return (req, res, fields) => {
    const key = wantedBy(req);
    if (key === undefined) return false;
    const fail = (error: unknown) => sendError(res, error, requestId(req.headers['x-request-id']), { fields });
    show(req, res, key, fields).catch(fail);
    return true;
  };
}

/** `wsdl`, `wsdl=ID` or `xsd=ID` in one spelling; undefined when the query asks for none of them. */
function wantedBy({ method, url = '' }: IncomingMessage): string | undefined {
  const question = url.indexOf('?');
  if (question < 0 || (method !== 'GET' && method !== 'HEAD')) return undefined;
  for (const [name, id] of new URLSearchParams(url.slice(question))) {
    const kind = name.toLowerCase();
    if (kind === 'wsdl' || kind === 'xsd') return id === '' ? kind : `${kind}=${id}`;
  }
  return undefined;
}

function documentOf(published: Published | undefined, key: string) {
  const document = published?.get(key);
  if (document) return document;
  const reason = published
    ? 'the contract does not have this document'
    : 'the contract has no files, so no WSDL is served';
  throw new SoapstoneError('NOT_FOUND', reason, { suggestion: published && 'request ?wsdl' });
}
