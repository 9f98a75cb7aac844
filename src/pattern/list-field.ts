/**
 * Items of a list in one header field, separated by commas (RFC 9110 §5.6.1). Commas inside of quoted strings do not count, and neither do
 * empty items. One pass: a quoted string may lack its end, and what begins one may stand there thousands of times.
 */
export function itemsIn(value: string): string[] {
  const items: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const character = value[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      items.push(value.slice(start, i));
      start = i + 1;
    }
  }
  items.push(value.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
