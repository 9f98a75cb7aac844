// References of an operation that lead nowhere. Without their schemas a contract would take any value, so such an operation is left out.
import { child, children, type Documents, type Located, placeOf, propertyOf } from './document.ts';
import type { Notes } from './notes.ts';

/** Values that are no schemas, and what no operation is made of. */
const SKIPPED = /^(examples?|default|enum|const|callbacks|links|discriminator|x-.*)$/;
/** What an operation is made of. */
const PARTS = ['parameters', 'requestBody', 'responses'];

export class BrokenReferences {
  private readonly documents: Documents;
  private readonly notes: Notes;
  /** Places from which no reference leads nowhere. */
  private readonly sound = new Set<string>();

  constructor({ documents, notes }: { readonly documents: Documents; readonly notes: Notes }) {
    this.documents = documents;
    this.notes = notes;
  }

  /** Is there one in the operation, or in the parameters of its path? Notes the first. `name`: of the operation. */
  areIn(path: Located, operation: Located, name: string): boolean {
    const broken = this.first(path, operation);
    if (broken === undefined) return false;
    const ref = String(propertyOf(broken.value, '$ref'));
    this.notes.add(broken, 'references', `the reference "${ref}" cannot be resolved: ${name} is left out`);
    return true;
  }

  private first(path: Located, operation: Located): Located | undefined {
    const visited = new Set<string>();
    const open = [path, operation].flatMap((at) => PARTS.map((name) => child(at, name)));
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const place = placeOf(at);
      if (visited.has(place) || this.sound.has(place)) continue;
      visited.add(place);
      const target = this.documents.resolve(at);
      if (target === undefined) return at;
      if (target !== at) open.push(target);
      else open.push(...partsOf(at));
    }
    for (const place of visited) this.sound.add(place);
    return undefined;
  }
}

/** Members and headers may have any name. */
function partsOf(at: Located): Located[] {
  const isNamed = /\/(properties|headers)$/.test(at.pointer);
  return children(at).flatMap(([name, part]) => (isNamed || !SKIPPED.test(name) ? [part] : []));
}
