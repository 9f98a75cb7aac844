// Where log lines go. Knows nothing about exchanges.

/** From least to most important. */
export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface LineWriter {
  write(level: Level, fields: Fields): void;
  /** Writes out what is buffered, before the process ends. */
  flush(): void;
}

export const silent: LineWriter = { write: () => {}, flush: () => {} };
