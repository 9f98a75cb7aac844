// How a checked tree looks in JSON where the tree alone does not show it.
import type { Json } from '../../json/value.ts';
import type { ConstantTree, Entry, Tree } from '../../pattern/tree.ts';

export interface Form {
  /** It is the only item of a list. */
  readonly single?: boolean;
  /** It is simple content beside attributes: `$value`. */
  readonly value?: boolean;
  /** The member that names the type; null: none, it is the declared type. */
  readonly type?: { readonly key: string; readonly value: string } | null;
  /** The tree lists entries by name: all names in the order of the contract. */
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
