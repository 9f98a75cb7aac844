// Upper bounds of histogram buckets.

/** Seconds: the advice of OpenTelemetry's HTTP conventions, and 30 and 60 for SOAP back ends. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60];

export const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 10_485_760, 104_857_600];

/** Seconds: a store in memory takes microseconds, one beside the gateway a millisecond. */
export const STORE_SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
