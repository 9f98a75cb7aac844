import { createGuard, type Guard } from '../exchange/guard/guard.ts';
import type { BridgeSettings } from './settings/settings.ts';

/** More calls than connections would only wait out of sight. */
export function guardOf(settings: BridgeSettings): Guard {
  const { retries, retryBudget, tryTimeout, breakerFailures, breakerPause, connections, queue, queueTimeout } =
    settings;
  return createGuard({
    retries: { most: retries, budget: retryBudget, tryTimeout },
    breaker: { failures: breakerFailures, pause: breakerPause },
    queue: { running: connections, waiting: queue, longest: queueTimeout },
  });
}
