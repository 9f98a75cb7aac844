// Which changed settings a running process cannot take up.
import { optionNames, specOf } from '../settings/options.ts';
import type { Settings } from '../settings/settings.ts';

/** A process settles at its start where it listens, where it writes, how long it waits at the end, and how large its stores in memory are. */
export function restartNotes(running: Settings, latest: Settings): readonly string[] {
  const changed = optionNames
    .filter((name) => specOf(name).scope === 'process')
    .filter((name) => String(running[name as keyof Settings]) !== String(latest[name as keyof Settings]));
  return [...changed, ...resizedStores(running, latest)].map((name) => `${name} has changed: restart to use it`);
}

/** A store in memory is handed on as it is: another one would lose what it has promised. */
function resizedStores(running: Settings, latest: Settings): string[] {
  return latest.bridges.flatMap(({ name, store, storeSize }) => {
    const before = running.bridges.find((bridge) => bridge.name === name);
    const isResized = store === 'memory' && before?.store === 'memory' && before.storeSize !== storeSize;
    return isResized ? [`storeSize of bridge "${name}"`] : [];
  });
}
