// Messages that wait for their exchange to begin: no call of the transport stands for them yet.

export class PendingMessages {
  private readonly handled = new Set<Promise<void>>();

  /** `handled`: fulfilled with the response; never rejected. */
  add(handled: Promise<void>): void {
    this.handled.add(handled);
    void handled.finally(() => this.handled.delete(handled));
  }

  /** Waits for the messages of now, not for those that come later. */
  async settled(): Promise<void> {
    await Promise.all(this.handled);
  }
}
