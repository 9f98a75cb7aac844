// The one door to OpenTelemetry's SDK: spans go to a collector by OTLP over HTTP. Loaded only where traces are on. Everything about the collector,
// sampling and batches comes from the SDK's own variables (OTEL_…).
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RequestTraces } from './request-traces.ts';
import type { Tracing } from './tracing.ts';

/** ms that the end of the process waits for a collector. */
const LONGEST_FLUSH = 2000;

export function openTracing(version: string): Tracing {
  const serviceResource = resourceFromAttributes({ 'service.name': 'soapstone', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: serviceResource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return new RequestTraces(provider.getTracer('soapstone', version), () => atMost(provider.shutdown()));
}

/** A collector that is away keeps nobody waiting. */
async function atMost(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_FLUSH);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}
