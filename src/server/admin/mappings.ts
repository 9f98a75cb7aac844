import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Rule } from '../../rule/rule.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export interface AdminBridge {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  readonly soapPath?: string;
}

/** What is loaded, for people and tools; constants and headers of the patterns are left out, they may hold secrets. */
export function describeMappings(bridges: readonly AdminBridge[]) {
  return {
    bridges: bridges.map(({ settings, mapping, soapPath }) => ({
      name: settings.name,
      present: settings.present,
      upstream: withoutQuery(settings.upstream),
      base: mapping.base,
      soapPath,
      passThrough: settings.passThrough,
      rules: mapping.rules.map(describeRule),
    })),
  };
}

function describeRule(rule: Rule) {
  const { operation, request, response } = rule;
  return {
    id: rule.id,
    rest: `${request.rest.method} ${request.rest.template}`,
    status: response.rest.status,
    soap: { operation: operation.name, port: operation.port, version: operation.version },
    only: rule.direction,
    at: `${rule.place.file}:${rule.place.line}`,
  };
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0];
}
