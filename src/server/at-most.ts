// Waits for the work of a shutdown, within a time. Knows nothing about the work.

interface Ending {
  /** For the log, where it does not end. */
  readonly name: string;
  readonly work: Promise<unknown>;
}

/** Resolves with the names of tasks that are unfinished after `ms`. A failed task counts as finished. */
export async function atMost(ms: number, endings: readonly Ending[]): Promise<string[]> {
  const hanging = new Set(endings.map(({ name }) => name));
  const all = endings.map(({ name, work }) => work.catch(() => {}).then(() => hanging.delete(name)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(all), late]);
  clearTimeout(timer);
  return [...hanging];
}
