// OAuth 1.0a in the Authorization field (RFC 5849 §3.5.1) of requests to a REST service.
import type { OutgoingRequest } from '../../transport/transport.ts';
import { atQuery, oauthMethods, oauthSignature } from '../formats/oauth1.ts';
import type { BackSettings } from '../settings/settings.ts';
import { percent } from '../settings/values.ts';
import type { Applier } from './applier.ts';

/** `origin`: scheme, host and port of the service. Signs the final request. */
export function showOauth1({ realm, method, as }: NonNullable<BackSettings['oauth1']>, origin: string): Applier {
  return (values, draft) => {
    const [key, secret, token, tokenSecret] = [as.consumerKey, as.consumerSecret, as.token, as.tokenSecret].map(
      (field) => values.of(`$credential.${field}`),
    );
    if (key === undefined || secret === undefined) return;
    const parameters: [string, string][] = [
      ['oauth_consumer_key', key],
      ['oauth_nonce', values.of('$nonce') as string],
      ['oauth_signature_method', method],
      ['oauth_timestamp', values.of('$timestamp') as string],
      ...(token === undefined ? [] : [['oauth_token', token] as [string, string]]),
      ['oauth_version', '1.0'],
    ];
    const hash = oauthMethods.get(method) ?? 'sha256';
    const field = (request: OutgoingRequest): string => {
      const [path, query] = atQuery(request.path);
      const signedRequest = { method: request.method, url: origin + path, query, parameters };
      const signature = oauthSignature(signedRequest, hash, secret, tokenSecret ?? '');
      const pairs = [...parameters, ['oauth_signature', signature]].map(([name, text]) => `${name}="${percent(text)}"`);
      return `OAuth ${realm === undefined ? '' : `realm="${percent(realm)}", `}${pairs.join(', ')}`;
    };
    draft.signers.push((request) => ({ ...request, headers: [...request.headers, 'authorization', field(request)] }));
  };
}
