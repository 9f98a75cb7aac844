// HTTP Basic (RFC 7617).
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, quoted } from './authenticator.ts';
import { type CallerRegistry, knownCaller, unknownCaller } from './caller-registry.ts';

type Settings = FrontSettings & { readonly kind: 'basic' };

export function basic({ realm, as, judge }: Settings, registry: CallerRegistry): FrontKind {
  return {
    name: 'basic',
    field: 'authorization',
    challenge: `Basic realm=${quoted(realm)}, charset="UTF-8"`,
    identify: ({ req }) => pairIn(req.headers.authorization ?? '')?.[0],
    authenticate({ req }) {
      const field = req.headers.authorization ?? '';
      if (!/^basic\b/i.test(field)) return undefined;
      const pair = pairIn(field);
      if (pair === undefined) return 'refused';
      const fields = new Map([
        [as.user, pair[0]],
        [as.password, pair[1]],
      ]);
      if (judge === 'back') return unknownCaller('basic', fields);
      const caller = registry.find(fields);
      return caller ? knownCaller('basic', caller) : 'refused';
    },
  };
}

/** User and password. */
function pairIn(field: string): readonly [string, string] | undefined {
  const match = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(field);
  if (match === null) return undefined;
  const pair = Buffer.from(match[1], 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : [pair.slice(0, colon), pair.slice(colon + 1)];
}
