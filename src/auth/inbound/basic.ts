// HTTP Basic (RFC 7617).
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, quoted } from './authenticator.ts';
import { type CallerRegistry, knownCaller, unknownCaller } from './caller-registry.ts';

type Settings = FrontSettings & { readonly kind: 'basic' };

export function basic({ realm, as, judge }: Settings, registry: CallerRegistry): FrontKind {
  return {
    name: 'basic',
    challenge: `Basic realm=${quoted(realm)}, charset="UTF-8"`,
    authenticate({ req }) {
      const match = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(req.headers.authorization ?? '');
      if (match === null) return /^basic\b/i.test(req.headers.authorization ?? '') ? 'refused' : undefined;
      const pair = Buffer.from(match[1], 'base64').toString();
      const colon = pair.indexOf(':');
      if (colon < 0) return 'refused';
      const fields = new Map([
        [as.user, pair.slice(0, colon)],
        [as.password, pair.slice(colon + 1)],
      ]);
      if (judge === 'back') return unknownCaller('basic', fields);
      const caller = registry.find(fields);
      return caller ? knownCaller('basic', caller) : 'refused';
    },
  };
}
