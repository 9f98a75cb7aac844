// What is secret in the messages of a bridge: by its settings for credentials, and by the `auth` of its table.

import { Secret } from '../../auth/settings/secret.ts';
import type { AuthSettings, FieldSources } from '../../auth/settings/settings.ts';
import { isSecretName } from '../../capture/secret-names.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export interface SecretBridge {
  readonly settings: Pick<BridgeSettings, 'name' | 'auth' | 'upstream' | 'present'>;
  readonly mapping: Pick<Mapping, 'auth' | 'rules'>;
}

/** See `RedactionNames`. */
interface BridgeSecrets {
  readonly fields: readonly string[];
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Fields of a credential that say who somebody is, and prove nothing. */
const IDENTITY = /user|name|tenant|account|company|role|realm|mail/i;
/** Shorter values of a query, such as a version, occur in messages by chance. */
const SHORT = 8;
/** It repeats a request, and with it the response of somebody else. */
const IDEMPOTENCY_KEY = 'idempotency-key';

/** `credential`: fields of the client's credential. */
export function secretsOf({ settings, mapping }: SecretBridge, credential: ReadonlyMap<string, string>): BridgeSecrets {
  const { auth, upstream } = settings;
  return {
    fields: [
      IDEMPOTENCY_KEY,
      ...keyPlaces(auth, 'header'),
      ...mapping.auth.rest.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ],
    names: [...keyPlaces(auth, 'query'), ...credentialElements(mapping)],
    values: [
      ...[...credential].flatMap(([name, value]) => (isSecretName(name) || !IDENTITY.test(name) ? [value] : [])),
      ...[auth?.back.fields ?? [], ...(auth?.callers ?? []).map(({ fields }) => fields)].flatMap((fields) =>
        secretValues(new Map(fields)),
      ),
      ...[...new URL(upstream).searchParams.values()].filter(({ length }) => length >= SHORT),
    ],
  };
}

function keyPlaces(auth: AuthSettings | undefined, place: 'header' | 'query'): string[] {
  return (auth?.front ?? []).flatMap((settings) => (settings.kind === 'apiKey' ? (settings[place] ?? []) : []));
}

/** Header parts that carry a credential, and the messages that begin a session. */
function credentialElements({ auth: { soap, session } }: Pick<Mapping, 'auth'>): string[] {
  const parts = soap.flatMap((alternative) => alternative.parts);
  const messages =
    session === undefined
      ? []
      : [session.request, ...(session.response ? [session.response] : []), ...session.responseHeaders];
  return [...parts, ...messages].map(({ element }) => element.name.local);
}

function secretValues(fields: FieldSources): string[] {
  return [...fields].flatMap(([name, source]) => {
    if (source instanceof Secret) return source.read() ?? [];
    return isSecretName(name) ? [source] : [];
  });
}
