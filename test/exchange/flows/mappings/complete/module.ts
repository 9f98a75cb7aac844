/** A title in the style that the request asks for; `style` is undefined where it asks for none. */
export const styled = {
  in: (title: string, style: unknown): string =>
    style === 'loud' ? title.toUpperCase() : `${title}${style === undefined ? '' : ` (${style})`}`,
  out: (title: string): string => title,
};
