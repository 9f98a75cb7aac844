// What each group of operations is: the table's words, or where its paths are and which type of the contract it is about.
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { OpenApiDocument } from './document-types.ts';
import type { RuleOutline } from './rule-outlines.ts';
import { keyOf } from './tag-groups.ts';

/** Most paths that a description lists. */
const MOST_PATHS = 4;

export class TagTexts {
  private readonly mappings: readonly Mapping[];
  private readonly paths = new Map<string, Set<string>>();
  /** Cache: names of the contracts' types are read once. */
  private types: ReadonlyMap<string, readonly TypeNote[]> | undefined;

  constructor(mappings: readonly Mapping[]) {
    this.mappings = mappings;
  }

  add({ resource, tags }: RuleOutline): void {
    for (const tag of tags) {
      const paths = this.paths.get(tag);
      if (paths) paths.add(resource);
      else this.paths.set(tag, new Set([resource]));
    }
  }

  /** The Tag Object (OpenAPI 3.1.0 §4.8.22). */
  tag(name: string): OpenApiDocument['tags'][number] {
    const texts = this.mappings.flatMap(({ tags }) => tags?.get(name) ?? []);
    return { name, description: texts[0] ?? this.derived(name) };
  }

  private derived(tag: string): string {
    const paths = [...(this.paths.get(tag) ?? [])];
    const listed = paths.slice(0, MOST_PATHS).map((path) => `\`${path}\``);
    const remainder = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : '';
    const [type, ...others] = this.typesOf(tag);
    const subject = type === undefined || others.length > 0 ? '' : `${type.text} `;
    return `${subject}Below ${listed.join(', ')}${remainder}.`;
  }

  private typesOf(tag: string): readonly TypeNote[] {
    this.types ??= Map.groupBy(this.mappings.flatMap(typeNotes), ({ key }) => key);
    return this.types.get(nameKey(tag)) ?? [];
  }
}

interface TypeNote {
  readonly key: string;
  readonly text: string;
}

function typeNotes({ contract }: Mapping): TypeNote[] {
  return [...contract.schemas.types.values()].flatMap(({ kind, name, doc }) => {
    if (name === undefined || kind === 'simple') return [];
    const text = doc?.replace(/\s+/g, ' ') || `\`${name.local}\` of \`${name.ns}\`.`;
    return [{ key: nameKey(name.local), text }];
  });
}

/** `salesOrders`, `sales-order` and `SalesOrder` are one name. */
function nameKey(name: string): string {
  return keyOf(name.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()).join('');
}
