// The line of the log about a change of configuration: what made it, what came of it, and from what to what.
import type { Fields, Level } from '../log/open-log.ts';
import { changedCertificates, type ShownCertificate } from '../metrics/certificates.ts';
import type { ConfigDigests } from './config-digest.ts';
import type { Reloaded } from './reload.ts';

/** A signal, files that have changed, a new worker that has read others, or a call of the program around the gateway. */
export type ReloadTrigger = 'SIGHUP' | 'files' | 'worker' | 'program';

/** The configuration in use. */
export interface InUse {
  /** undefined: not known yet. */
  readonly digests: ConfigDigests | undefined;
  /** They were read with the load, not some time after it. */
  readonly digestsOfLoad: boolean;
  /** No part of the digests: each replica may have one of its own. */
  readonly certificates: readonly ShownCertificate[];
  /** The last reload succeeded, or there was none. */
  readonly good: boolean;
}

/** Files were written again as they were. */
export function isSame(before: InUse, after: InUse): boolean {
  const [old, latest] = [before.digests, after.digests];
  return (
    before.good &&
    before.digestsOfLoad &&
    old !== undefined &&
    old.configuration === latest?.configuration &&
    old.pem === latest.pem &&
    changedCertificates(before.certificates, after.certificates).length === 0
  );
}

export function reloadEvent(outcome: Reloaded, trigger: ReloadTrigger, before: InUse, after: InUse): [Level, Fields] {
  const event = outcome.ok ? 'reloaded' : 'reload failed, the previous configuration stays in use';
  const lines = outcome.ok ? outcome.notes : outcome.problems;
  const level = levelOf(outcome);
  const changed = before.digests && after.digests && changedBridges(before.digests, after.digests);
  return [
    level,
    {
      event,
      trigger,
      outcome: outcome.ok ? 'success' : 'failure',
      digest_before: before.digests?.configuration,
      digest: after.digests?.configuration,
      bridges_changed: changed?.join(', ') || undefined,
      certificates_changed: changedCertificates(before.certificates, after.certificates).join('; ') || undefined,
      problem: lines.length === 0 ? undefined : lines.join('\n'),
    },
  ];
}

function levelOf(outcome: Reloaded): Level {
  if (!outcome.ok) return 'error';
  if (outcome.notes.length > 0) return 'warn';
  return outcome.unchanged ? 'debug' : 'info';
}

/** Bridges whose table, contract or credentials are others now; added and removed ones too. */
function changedBridges(before: ConfigDigests, after: ConfigDigests): readonly string[] {
  const names = new Set([...before.bridges.keys(), ...after.bridges.keys()]);
  return [...names].filter((name) => before.bridges.get(name) !== after.bridges.get(name));
}
