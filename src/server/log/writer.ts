// Where log lines go. Knows nothing about exchanges.

/** From least to most important. */
export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface LineWriter {
  /** Lines that could not be written, and were given up. */
  readonly droppedLines: number;
  write(level: Level, fields: Fields): void;
  /** Whether everything is written within `ms`: before the process ends. */
  end(ms: number): Promise<boolean>;
}

export const silent: LineWriter = { droppedLines: 0, write: () => {}, end: async () => true };
