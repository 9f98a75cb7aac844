// Who may use a rule: what it demands of callers, and what a caller has. Types alone.

/** Texts that a caller must have: all of them, or any one. No texts: nothing is demanded. */
export interface Requirement {
  readonly texts: readonly string[];
  readonly any: boolean;
}

/** All that is present must hold. Plain data: snapshots of tables have it. */
export interface Access {
  readonly scope?: Requirement;
  readonly roles?: Requirement;
  /** Name of a claim and its values, in the order of the table. */
  readonly claims?: readonly (readonly [claim: string, values: Requirement])[];
}

/** What an authenticated caller has, as its token or the settings say. */
export interface Grants {
  /** An OAuth token has them: another one may have more. */
  readonly areOfToken?: true;
  /** OAuth scopes (RFC 6749 §3.3). */
  readonly scope: readonly string[];
  readonly roles: readonly string[];
  /** Values of a claim; empty where the caller has none. */
  claim(name: string): readonly string[];
}
