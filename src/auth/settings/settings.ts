// The types of a bridge's settings for credentials. Knows nothing about their syntax.
import type { Place } from '../../errors/errors.ts';
import type { Access, Grants } from '../../rule/access.ts';
import type { Secret } from './secret.ts';

/** A field of a credential: a text of the settings, or a secret elsewhere. */
export type FieldSource = string | Secret;

export type FieldSources = ReadonlyMap<string, FieldSource>;

/** At most `max` within `window` ms. */
export interface FailureRate {
  readonly max: number;
  readonly window: number;
}

/** A known caller: fields of its credential, and what it has. */
export interface CallerSettings {
  readonly fields: FieldSources;
  readonly grants: Grants;
}

/** What callers must have. */
export interface AuthorizationSettings {
  /** For all rules. */
  readonly access: Access;
  /** For some; the first whose patterns take a rule is its own. `rule`: ids or `GET /path`, with `*` for any text. */
  readonly rules: readonly { readonly rule: readonly string[]; readonly access: Access; readonly place?: Place }[];
}

export interface AuthSettings {
  /** Kinds of client credentials; the first that finds one in a request authenticates it. Empty: no authentication. */
  readonly front: readonly FrontSettings[];
  /** Known callers. */
  readonly callers: readonly CallerSettings[];
  /** Absent: the table alone says what callers must have. */
  readonly authorization?: AuthorizationSettings;
  readonly back: BackSettings;
  /** Wrong credentials from one address, or for one name; absent: unlimited. */
  readonly failureLimit?: FailureRate;
  /** Absolute path of the settings' own file, if there is one. */
  readonly file?: string;
  /** Absolute paths of its secret files. */
  readonly secretFiles?: readonly string[];
}

/** Who verifies a credential: the gateway, by its known callers, or the upstream. */
export type Judge = 'gateway' | 'back';

type Names<N extends string> = { readonly [K in N]: string };

/** `as`: names of the fields for the kind's values. Times in ms. */
export type FrontSettings =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'basic';
      readonly realm: string;
      readonly judge: Judge;
      readonly as: Names<'user' | 'password'>;
    }
  | {
      readonly kind: 'apiKey';
      readonly realm: string;
      readonly judge: Judge;
      /** Lower case. Either this or `query`. */
      readonly header?: string;
      readonly query?: string;
      readonly as: Names<'key'>;
    }
  | {
      readonly kind: 'bearer';
      readonly realm: string;
      readonly as: Names<'token'>;
      /** Absent: the upstream verifies tokens. */
      readonly jwt?: JwtSettings;
    }
  | {
      readonly kind: 'oauth1';
      readonly realm: string;
      readonly methods: readonly string[];
      readonly window: number;
      readonly as: Names<'consumerKey' | 'consumerSecret' | 'token' | 'tokenSecret'>;
    }
  | {
      readonly kind: 'certificate';
      /** Whether it must be of a known caller. */
      readonly known: boolean;
      readonly as: Names<'certificate' | 'authority'>;
    }
  | ({
      readonly kind: 'signature';
      /** Whether the certificate must be of a known caller. */
      readonly known: boolean;
      readonly as: Names<'certificate' | 'authority'>;
    } & SignerSettings)
  | {
      readonly kind: 'session';
      readonly judge: Judge;
      /** Name of the cookie. */
      readonly cookie: string;
      /** Idle time, and longest life of a session. */
      readonly keep: number;
      readonly longest: number;
      /** Whether clients send the cookie over TLS alone. */
      readonly secure: boolean;
    }
  | { readonly kind: 'soap'; readonly judge: Judge; readonly window: number }
  | {
      readonly kind: 'usernameToken';
      readonly judge: Judge;
      readonly passwords: readonly ('text' | 'digest')[];
      readonly window: number;
      readonly as: Names<'user' | 'password'>;
    };

export interface JwtSettings {
  readonly jwks: { readonly file: Secret } | { readonly url: string };
  readonly issuer: readonly string[];
  readonly audience: readonly string[];
  readonly algorithms: readonly string[];
  /** Claims that identify the callers of one issuer: tokens must have all of them. */
  readonly identity: readonly string[];
  /** Names of claims, or paths with dots. */
  readonly scopeClaim: readonly string[];
  readonly rolesClaim: readonly string[];
  /** Field → claim. */
  readonly claims: ReadonlyMap<string, string>;
  /** Clock tolerance. */
  readonly tolerance: number;
}

/** Credentials of upstream calls. */
export interface BackSettings {
  /** Replace the caller's fields of the same names. */
  readonly fields: FieldSources;
  /** Where the settings have them. */
  readonly places?: ReadonlyMap<string, Place>;
  /** Whether fields of the caller's credential are passed on. */
  readonly pass: boolean;
  /** Authorization: Basic (RFC 7617); names of the fields. */
  readonly basic?: { readonly user: string; readonly password: string };
  /** Authorization: Bearer (RFC 6750 §2.1); name of the field. */
  readonly bearer?: { readonly token: string };
  /** Authorization: OAuth (RFC 5849), to a REST service. */
  readonly oauth1?: {
    readonly realm?: string;
    readonly method: string;
    readonly as: Names<'consumerKey' | 'consumerSecret' | 'token' | 'tokenSecret'>;
  };
  /** A token by client credentials (RFC 6749 §4.4). `timeout`: ms. */
  readonly oauth2?: {
    readonly tokenUrl: string;
    readonly scope?: string;
    readonly timeout: number;
    readonly as: Names<'clientId' | 'clientSecret'>;
  };
  /** A header block of Web Services Security, to a SOAP service. */
  readonly security?: SecuritySettings;
}

export interface SecuritySettings {
  readonly mustUnderstand: boolean;
  /** ms that a message is good; absent: no Timestamp. */
  readonly timestamp?: number;
  readonly usernameToken?: UsernameTokenSettings;
  /** A SAML assertion that is passed on as it is: name of the field. */
  readonly assertion?: Names<'assertion'>;
  readonly signature?: SignatureSettings;
  readonly encryption?: EncryptionSettings;
  /** What responses must be signed with. */
  readonly verify?: VerifySettings;
  readonly decrypt?: DecryptSettings;
}

export interface UsernameTokenSettings {
  readonly type: 'text' | 'digest';
  readonly as: Names<'user' | 'password'>;
}

/** Files in PEM. */
export interface SignatureSettings {
  readonly cert: Secret;
  readonly key: Secret;
  /** Names of the parts that are signed. */
  readonly parts: readonly string[];
  /** undefined: by SHA-256, as the key is. */
  readonly algorithm?: string;
  readonly digest: string;
  /** Exclusive canonicalization, else the inclusive one. */
  readonly exclusive: boolean;
  readonly keyReference: 'certificate' | 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint';
}

export interface EncryptionSettings {
  /** The certificate of the receiver: a file in PEM. */
  readonly cert: Secret;
  readonly parts: readonly string[];
  /** Names of a cipher, and of a transport of its key. */
  readonly algorithm: string;
  readonly keyTransport: string;
  readonly keyReference: 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint';
}

export interface DecryptSettings {
  /** A private key in PEM. */
  readonly key: Secret;
  /** Names of ciphers that are accepted. */
  readonly algorithms: readonly string[];
}

/** Whose signatures are accepted, and over what. */
export interface SignerSettings {
  /** A file in PEM: certificates that are trusted themselves, or whose authority issues trusted ones. */
  readonly authority: Secret;
  /** Names of the signer's certificate, of which one must agree; undefined: any. */
  readonly subjects?: readonly string[];
  /** Names of parts that must be signed. */
  readonly parts: readonly string[];
  readonly algorithms: readonly string[];
  /** ms by which clocks may differ. */
  readonly window: number;
  /** Whether values may have prefixes whose declarations are not signed. */
  readonly prefixes: 'signed' | 'any';
}

export interface VerifySettings extends SignerSettings {
  /** Whether faults without any protection are read. */
  readonly faults: 'signed' | 'any';
  /** Whether the response must confirm the signature of the request. */
  readonly confirmation: boolean;
}

export const noAuthSettings: AuthSettings = { front: [], callers: [], back: { fields: new Map(), pass: true } };
