// One rule gives each option its three spellings: `upstreamTimeout`, `--upstream-timeout`, `SOAPSTONE_UPSTREAM_TIMEOUT`.

export const ENV_PREFIX = 'SOAPSTONE_';

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function flagOf(name: string): string {
  return `--${kebabCase(name)}`;
}

export function environmentName(name: string): string {
  return ENV_PREFIX + kebabCase(name).replaceAll('-', '_').toUpperCase();
}
