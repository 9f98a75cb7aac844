import { createGuard, type Guard, type GuardOptions } from '../../exchange/filters/resilience/resilience.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export function guardOf(settings: BridgeSettings): Guard {
  return createGuard(guardOptions(settings));
}

/** More calls than connections would only wait out of sight. */
export function guardOptions(settings: BridgeSettings): GuardOptions {
  const { retries, retryBudget, tryTimeout, breakerFailures, breakerPause, connections, queue, queueTimeout } =
    settings;
  return {
    retries: { max: retries, budget: retryBudget, tryTimeout },
    breaker: { failures: breakerFailures, pause: breakerPause },
    queue: { running: connections, waiting: queue, longest: queueTimeout },
  };
}
