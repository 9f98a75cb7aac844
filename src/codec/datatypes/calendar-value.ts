/** What one built-in type of points or spans of time knows. One object is read into again and again. */
export interface CalendarValue {
  /** False when [start, end) is no lexical form of the type. */
  read(bytes: Uint8Array, start: number, end: number): boolean;
  /** The same text for equal values. */
  key(): string;
}
