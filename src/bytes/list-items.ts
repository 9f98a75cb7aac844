/**
 * Items of a header field that is a list (RFC 9110 §5.6.1), in their order and as written. Commas inside of quoted strings do not count, and
 * empty items count for nothing. One pass: a quoted string may lack its end, and what begins one may stand there thousands of times.
 */
export function listItems(field: string): string[] {
  const items: string[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i < field.length; i++) {
    const c = field[i];
    if (c === '"') quoted = !quoted;
    else if (c === '\\' && quoted) i++;
    else if (c === ',' && !quoted) {
      items.push(field.slice(from, i));
      from = i + 1;
    }
  }
  items.push(field.slice(from));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
