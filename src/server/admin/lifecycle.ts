// Whether the process takes requests. Readiness is about this process alone: never about the peers behind it.

export type Phase = 'starting' | 'ready' | 'draining';

export class Lifecycle {
  phase: Phase = 'starting';

  get ready(): boolean {
    return this.phase === 'ready';
  }
}
