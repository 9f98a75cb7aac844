// The only user of OpenTelemetry's SDK: spans go to a collector by OTLP over HTTP. Loaded only where traces are on. Collector,
// sampling and batches are set by the SDK's own variables (OTEL_…).
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { BoundedProcessor } from './bounded-processor.ts';
import { CountedExporter } from './counted-exporter.ts';
import type { OtelVariables } from './otel-variables.ts';
import { RequestTraces } from './request-traces.ts';
import type { ExportListener, Tracing } from './tracing.ts';

/** ms that a shutdown waits for the collector. */
const LONGEST_FLUSH = 2000;

/** `changed`: hears whether spans are sent. */
export function openTracing(
  version: string,
  { baggage, collector }: Omit<OtelVariables, 'disabledBy'>,
  changed: ExportListener,
): Tracing {
  const exporter = new CountedExporter(new OTLPTraceExporter(), collector, changed);
  const serviceResource = resourceFromAttributes({ 'service.name': 'soapstone', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: serviceResource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BoundedProcessor(exporter)],
  });
  return new RequestTraces(provider.getTracer('soapstone', version), {
    baggage,
    exports: exporter.counts,
    shutdown: () => atMost(provider.shutdown()),
  });
}

/** An unreachable collector must not delay the shutdown. */
async function atMost(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_FLUSH);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}
