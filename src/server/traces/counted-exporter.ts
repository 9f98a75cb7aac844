// Counts spans by what came of sending them, and tells when that changes. Knows nothing about the way they are sent.
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { connectionCause } from '../../errors/connection-cause.ts';
import type { ExportCounts, ExportListener } from './tracing.ts';

export class CountedExporter implements SpanExporter {
  readonly counts: ExportCounts = { success: 0, failure: 0 };
  /** Spans that it was given to send. */
  exportedCount = 0;
  private readonly exporter: SpanExporter;
  private readonly collector: string;
  private readonly changed: ExportListener;
  private fails = false;
  private overflows = false;

  /** `collector`: its address. `changed`: hears of the first failure and of the first success after it, and once of a queue that is full. */
  constructor(exporter: SpanExporter, collector: string, changed: ExportListener) {
    this.exporter = exporter;
    this.collector = collector;
    this.changed = changed;
  }

  /** Counts a span for which the queue has no place. */
  lose(): void {
    this.counts.failure++;
    if (!this.overflows) this.changed('the queue of spans is full: OTEL_BSP_MAX_QUEUE_SIZE is its size');
    this.overflows = true;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exportedCount += spans.length;
    this.exporter.export(spans, (result) => {
      this.count(spans.length, result);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private count(spans: number, { code, error }: ExportResult): void {
    const fails = code !== ExportResultCode.SUCCESS;
    this.counts[fails ? 'failure' : 'success'] += spans;
    if (fails !== this.fails) this.changed(fails ? `${this.collector}: ${reasonOf(error)}` : undefined);
    this.fails = fails;
  }
}

/** Not the message: it may quote what the collector has responded. */
function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  if (typeof error?.code === 'number') return `the collector responded ${error.code}`;
  return connectionCause(error) ?? error?.name ?? 'unknown';
}
