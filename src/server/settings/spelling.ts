// One rule gives each option its three spellings: `upstreamTimeout`, `--upstream-timeout`, `SOAPSTONE_UPSTREAM_TIMEOUT`.

export const ENV_PREFIX = 'SOAPSTONE_';

function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function flagOf(name: string): string {
  return `--${words(name)}`;
}

export function environmentName(name: string): string {
  return ENV_PREFIX + words(name).replaceAll('-', '_').toUpperCase();
}
