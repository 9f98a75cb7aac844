// The Info Object of faces (OpenAPI 3.1.0 §4.8.2): what their tables say, or else the contract.
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { InfoObject } from './document-types.ts';

/** Each mapping may have a description; of all else the first one counts. */
export function infoOf(mappings: readonly Mapping[]): InfoObject {
  const infos = mappings.map(({ info }) => info);
  const services = mappings.flatMap(({ contract }) => contract.operations.map((op) => op.service.local));
  const description = infos.flatMap((info) => info.description ?? []).join('\n\n');
  const stated = Object.assign({}, ...infos.toReversed());
  return {
    ...stated,
    title: stated.title || services[0] || 'REST',
    version: stated.version || '1',
    ...(description !== '' && { description }),
  };
}
