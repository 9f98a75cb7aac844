import { baseName } from '../source/location.ts';

/** Gives each document a short name for URLs, from that of its file: the same as long as the files are the same. */
export class Ids {
  private readonly usedIds = new Set<string>();

  of(file: string): string {
    const name = baseName(file)
      .replace(/\.(wsdl|xsd|xml)$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .slice(0, 40);
    const base = name === '' || name === '-' ? 'document' : name;
    let id = base;
    for (let n = 2; this.usedIds.has(id); n++) id = `${base}.${n}`;
    this.usedIds.add(id);
    return id;
  }
}
