// How a tree over the contract looks in JSON, where that is more than its text says. Found while the tree is checked.
import type { Json } from '../../json/value.ts';
import type { ConstantTree, Entry, Tree } from '../../pattern/tree.ts';

export interface Form {
  /** It stands for the only item of a list. */
  readonly single?: boolean;
  /** It is simple content beside attributes: `$value`. */
  readonly value?: boolean;
  /** What names the type of an object; null: nothing, it is the declared one. */
  readonly type?: { readonly key: string; readonly value: string } | null;
  /** Entries with one member each, by its name: all names in the order of the contract. */
  readonly names?: readonly string[];
}

export class JsonForms {
  readonly constants = new Map<ConstantTree, Json>();
  /** JSON names of the members that entries name. */
  readonly keys = new Map<Entry, string>();
  private readonly forms = new Map<Tree, Form>();

  of(tree: Tree): Form | undefined {
    return this.forms.get(tree);
  }

  note(tree: Tree, form: Form): void {
    this.forms.set(tree, { ...this.forms.get(tree), ...form });
  }
}
