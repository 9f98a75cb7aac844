// Batches of spans as the SDK makes them, from a queue whose losses are counted.
import { TraceFlags } from '@opentelemetry/api';
import { getNumberFromEnv } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { CountedExporter } from './counted-exporter.ts';

/** OpenTelemetry, Environment Variable Specification, Batch Span Processor. */
const QUEUE_SIZE = 2048;

/** The SDK drops silently what its queue has no place for: it never gets so many. */
export class BoundedProcessor extends BatchSpanProcessor {
  private readonly exporter: CountedExporter;
  private readonly capacity = getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE') ?? QUEUE_SIZE;
  private queued = 0;

  constructor(exporter: CountedExporter) {
    super(exporter);
    this.exporter = exporter;
  }

  override onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.queued - this.exporter.exportedCount >= this.capacity) {
      this.exporter.lose();
      return;
    }
    this.queued++;
    super.onEnd(span);
  }
}
