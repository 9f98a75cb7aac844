// Where log lines go. Knows nothing about exchanges.

export type Level = 'debug' | 'info' | 'warn' | 'error';

export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface LineWriter {
  write(level: Level, fields: Fields): void;
  /** Writes out what is buffered, before the process ends. */
  flush(): void;
}

export const silent: LineWriter = { write: () => {}, flush: () => {} };
