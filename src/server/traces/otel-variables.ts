// OpenTelemetry's variables that the SDK here does not read: what they ask for is done, or refused at the start.
import { SoapstoneError } from '../../errors/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Propagation {
  /** `baggage` of clients goes on to services. */
  readonly baggage: boolean;
}

/** Of the signal first, as the specification has it. */
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const SPOKEN = 'http/json';
const PROPAGATORS = 'OTEL_PROPAGATORS';

/** Empty variables count as absent (OpenTelemetry, Environment Variable Specification). @throws SoapstoneError SETTINGS */
export function otelVariables(environment: Environment): Propagation {
  checkProtocol(environment);
  return { baggage: propagators(environment).includes('baggage') };
}

function checkProtocol(environment: Environment): void {
  const variable = PROTOCOLS.find((name) => environment[name]);
  const protocol = variable && environment[variable];
  if (protocol === undefined || protocol === SPOKEN) return;
  throw new SoapstoneError('SETTINGS', `${variable}: traces are not sent by ${protocol}`, {
    suggestion: `set ${PROTOCOLS[0]}=${SPOKEN}; collectors take it at the port of http/protobuf, 4318`,
  });
}

function propagators(environment: Environment): readonly string[] {
  const names = (environment[PROPAGATORS] || 'tracecontext').split(',').map((name) => name.trim());
  const unspoken = names.find((name) => name !== 'tracecontext' && name !== 'baggage');
  if (unspoken === undefined && names.includes('tracecontext')) return names;
  const what = unspoken === undefined ? 'tracecontext is missing' : `${unspoken} is not spoken`;
  throw new SoapstoneError('SETTINGS', `${PROPAGATORS}: ${what}`, {
    suggestion: 'set it to tracecontext, or to tracecontext,baggage',
  });
}
