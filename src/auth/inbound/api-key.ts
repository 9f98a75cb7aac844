// A key in a header field or a parameter of the query.
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, quoted } from './authenticator.ts';
import { type CallerRegistry, knownCaller, unknownCaller } from './caller-registry.ts';

type Settings = FrontSettings & { readonly kind: 'apiKey' };

export function apiKey({ realm, header, query, as, judge }: Settings, registry: CallerRegistry): FrontKind {
  const place = header === undefined ? `query=${quoted(query as string)}` : `header=${quoted(header)}`;
  return {
    name: 'apiKey',
    challenge: `ApiKey realm=${quoted(realm)}, ${place}`,
    query,
    field: header,
    authenticate({ req }) {
      const keys = header === undefined ? inQuery(req.url as string, query as string) : inField(req.headers[header]);
      if (keys.length === 0) return undefined;
      if (keys.length > 1 || keys[0] === '') return 'refused';
      const fields = new Map([[as.key, keys[0]]]);
      if (judge === 'back') return unknownCaller('apiKey', fields);
      const caller = registry.find(fields);
      return caller ? knownCaller('apiKey', caller) : 'refused';
    },
  };
}

function inField(field: string | string[] | undefined): readonly string[] {
  return field === undefined ? [] : typeof field === 'string' ? [field] : field;
}

function inQuery(url: string, name: string): readonly string[] {
  const mark = url.indexOf('?');
  return mark < 0 ? [] : new URLSearchParams(url.slice(mark)).getAll(name);
}
