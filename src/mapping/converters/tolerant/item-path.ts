/** The codec's JSON has an item as one field of an object: `$[2].record.memo`, `$[2]["1"].memo`. Below the item that is `$.memo`. */
export function pathInItem(path: string): string {
  return path.replace(/^\$\[\d+\](?:\.\w+|\["\w+"\])?/, '$');
}
