// What authenticated callers have: from the claims of a token, or from the settings.
import type { JWTPayload } from 'jose';
import type { Grants } from '../../rule/access.ts';
import type { CallerSettings, FieldSources, JwtSettings } from '../settings/settings.ts';

/** Read when a rule demands something. */
export class TokenGrants implements Grants {
  readonly areOfToken = true;
  private readonly payload: JWTPayload;
  private readonly settings: Pick<JwtSettings, 'scopeClaim' | 'rolesClaim'>;

  constructor(payload: JWTPayload, settings: Pick<JwtSettings, 'scopeClaim' | 'rolesClaim'>) {
    this.payload = payload;
    this.settings = settings;
  }

  /** RFC 8693 §4.2: a text with spaces. Some issuers have a list. */
  get scope(): readonly string[] {
    return this.settings.scopeClaim.flatMap((name) => this.claim(name)).flatMap((text) => text.split(' '));
  }

  get roles(): readonly string[] {
    return this.settings.rolesClaim.flatMap((name) => this.claim(name));
  }

  claim(name: string): readonly string[] {
    return textsOf(valueAt(this.payload, name));
  }
}

/** The member of this name; else that of the path with dots. */
function valueAt(object: unknown, path: string): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  if (Object.hasOwn(object, path)) return (object as Readonly<Record<string, unknown>>)[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const first = path.slice(0, dot);
    if (Object.hasOwn(object, first))
      return valueAt((object as Readonly<Record<string, unknown>>)[first], path.slice(dot + 1));
  }
  return undefined;
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'object' ? [] : textsOf(item)));
  return ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : [];
}

const nothing: readonly string[] = [];

/** Of a caller whose names are proven, and who has no entry in the settings. */
export function namesGrants(field: string, names: readonly string[]): Grants {
  return { scope: nothing, roles: nothing, claim: (name) => (name === field ? names : nothing) };
}

/** An entry in the settings. Its claims are the fields that are no secrets. */
export function callerEntry(
  fields: FieldSources,
  { scope = nothing, roles = nothing }: Partial<Pick<Grants, 'scope' | 'roles'>> = {},
): CallerSettings {
  const claim = (name: string) => {
    const source = fields.get(name);
    return typeof source === 'string' ? [source] : nothing;
  };
  return { fields, grants: { scope, roles, claim } };
}
