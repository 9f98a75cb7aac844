// Looks at files every so often, and says when they have changed. Looking works where notices of the file system do not get through:
// mounted volumes, network file systems, swapped symbolic links.
import { fingerprint } from './fingerprint.ts';

export interface WatchOptions {
  /** ms between two looks. */
  readonly interval: number;
  /** Files and folders, as they are now. */
  places(): readonly string[];
  /** Files of which only counts whether something is in them. */
  needed(): readonly string[];
  /** Called when files have changed and then stayed as they are for one interval: who writes several is not met halfway. */
  changed(): void;
}

export class Watch {
  private readonly options: WatchOptions;
  private timer: NodeJS.Timeout | undefined = undefined;
  private stopped = false;
  private baseline: string | undefined = undefined;
  private last = '';

  constructor(options: WatchOptions) {
    this.options = options;
  }

  /** What is there now counts as known. */
  async start(): Promise<void> {
    await this.look();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    const now = await fingerprint(this.options.places(), this.options.needed());
    this.baseline ??= now;
    if (now !== this.baseline && now === this.last) {
      this.baseline = now;
      this.options.changed();
    }
    this.last = now;
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look(), this.options.interval);
    this.timer.unref();
  }
}
