// OpenTelemetry's variables. The SDK here does not read some of them, and takes a default for a wrong value without a word: what they ask for is
// done, or refused at the start.
import { SoapstoneError } from '../../errors/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Propagation {
  /** `baggage` of clients goes on to services. */
  readonly baggage: boolean;
}

export interface OtelVariables extends Propagation {
  /** Where spans go: for the log, without user, password and query. */
  readonly collector: string;
  /** The variable that turns traces off. */
  readonly disabledBy: string | undefined;
}

interface Rule {
  readonly names: readonly string[];
  /** Of a value that is not empty. */
  readonly isValid: (value: string) => boolean;
  /** What it must be. */
  readonly expected: string;
  readonly suggestion: string;
}

const SPOKEN = 'http/json';
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];
const ALL_SAMPLERS = [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`)];
const PROPAGATORS = 'OTEL_PROPAGATORS';
/** Of the signal first, as the specification has it. */
const ENDPOINTS = exporterNames('ENDPOINT');

/** OpenTelemetry, Environment Variable Specification; OTLP Exporter Configuration. Values may hold secrets: no message quotes them. */
const RULES: readonly Rule[] = [
  {
    names: ENDPOINTS,
    isValid: (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    expected: 'a URL of http or https',
    suggestion: 'write it with its scheme: http://collector:4318',
  },
  {
    names: [...exporterNames('HEADERS'), 'OTEL_RESOURCE_ATTRIBUTES'],
    isValid: isPairs,
    expected: 'a list of name=value',
    suggestion: 'write name=value, and a comma between two of them',
  },
  {
    names: exporterNames('COMPRESSION'),
    isValid: (value) => ['none', 'gzip'].includes(value),
    expected: 'none or gzip',
    suggestion: 'set it to gzip, or leave it out',
  },
  {
    names: ['OTEL_TRACES_SAMPLER'],
    isValid: (value) => ALL_SAMPLERS.includes(value),
    expected: 'a sampler that is known here',
    suggestion: `set it to ${ALL_SAMPLERS.join(', ')}`,
  },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    isValid: (value) => Number(value) >= 0 && Number(value) <= 1,
    expected: 'a number from 0 to 1',
    suggestion: 'write the share of traces to record, such as 0.1',
  },
  {
    names: [
      ...['EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map((name) => `OTEL_BSP_${name}`),
      ...exporterNames('TIMEOUT'),
    ],
    isValid: (value) => /^0*[1-9]\d*$/.test(value),
    expected: 'a whole number from 1 on',
    suggestion: 'write digits alone; times are milliseconds',
  },
  {
    names: [
      'OTEL_BSP_SCHEDULE_DELAY',
      ...['ATTRIBUTE_VALUE_LENGTH_LIMIT', 'ATTRIBUTE_COUNT_LIMIT'].flatMap((name) => [
        `OTEL_${name}`,
        `OTEL_SPAN_${name}`,
      ]),
    ],
    isValid: (value) => /^\d+$/.test(value),
    expected: 'a whole number',
    suggestion: 'write digits alone; times are milliseconds',
  },
  {
    names: ['OTEL_TRACES_EXPORTER'],
    isValid: (value) => ['otlp', 'none'].includes(value),
    expected: 'otlp or none',
    suggestion: 'leave it out: traces are sent by OTLP',
  },
];

/** Empty variables count as absent (OpenTelemetry, Environment Variable Specification). @throws SoapstoneError SETTINGS */
export function otelVariables(environment: Environment): OtelVariables {
  const disabledBy = disablingVariable(environment);
  if (disabledBy === undefined) {
    checkProtocol(environment);
    for (const rule of RULES) check(environment, rule);
  }
  return {
    disabledBy,
    baggage: disabledBy === undefined && propagators(environment).includes('baggage'),
    collector: collectorOf(environment),
  };
}

function disablingVariable(environment: Environment): string | undefined {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return 'OTEL_SDK_DISABLED';
  return environment['OTEL_TRACES_EXPORTER']?.trim() === 'none' ? 'OTEL_TRACES_EXPORTER' : undefined;
}

function check(environment: Environment, { names, isValid, expected, suggestion }: Rule): void {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (!value || isValid(value)) continue;
    throw new SoapstoneError('SETTINGS', `${name} must be ${expected}`, { suggestion });
  }
}

function checkProtocol(environment: Environment): void {
  const variables = exporterNames('PROTOCOL');
  const variable = variables.find((name) => environment[name]);
  const protocol = variable && environment[variable];
  if (protocol === undefined || protocol === SPOKEN) return;
  throw new SoapstoneError('SETTINGS', `${variable}: traces are not sent by ${protocol}`, {
    suggestion: `set ${variables[0]}=${SPOKEN}; collectors take it at the port of http/protobuf, 4318`,
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

function collectorOf(environment: Environment): string {
  const variable = ENDPOINTS.find((name) => environment[name]?.trim());
  const url = URL.parse((variable && environment[variable]?.trim()) ?? '');
  if (url === null) return 'http://localhost:4318/v1/traces';
  const path = variable === ENDPOINTS[0] ? url.pathname : `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.origin + path;
}

/** `name` of an exporter: that of traces alone, and that of all signals. */
function exporterNames(name: string): readonly [string, string] {
  return [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
}

/** W3C Baggage, which OpenTelemetry names for these lists; nothing between two commas is no pair. */
function isPairs(value: string): boolean {
  const pairs = value.split(',').map((pair) => pair.trim());
  return pairs.every((pair) => pair === '' || pair.indexOf('=') > 0);
}
