// Certificates that this process shows: to callers, to services, and in signatures. Knows nothing about what is in them.
import type { BridgeSettings } from '../settings/settings.ts';

export interface ShownCertificate {
  /** Empty for the listener, which all bridges share. */
  readonly bridge: string;
  readonly use: 'listener' | 'upstream' | 'signature';
  /** One certificate or a chain, as it is in use. */
  readonly pem: string;
}

/** `upstreamCert`: PEM that connections to the service show. */
export function shownBy({ name: bridge, auth }: BridgeSettings, upstreamCert: string | undefined): ShownCertificate[] {
  const signature = auth?.back.security?.signature?.cert.read();
  return [
    ...(upstreamCert === undefined ? [] : [{ bridge, use: 'upstream' as const, pem: upstreamCert }]),
    ...(signature === undefined ? [] : [{ bridge, use: 'signature' as const, pem: signature }]),
  ];
}
