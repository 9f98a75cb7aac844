// Which web pages may send requests (MCP specification, basic/transports, security warning): a page could otherwise reach a gateway on its visitor's machine.

/** Programs send no Origin. `hosts`: with or without a port; `*`: any. */
export function isAllowedOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined || hosts.includes('*')) return true;
  const url = URL.parse(origin);
  return url !== null && (hosts.includes(url.host) || hosts.includes(url.hostname));
}
