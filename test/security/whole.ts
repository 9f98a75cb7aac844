/** `npm run security` (vitest --mode whole) runs more, and larger, than `npm test`. */
export const WHOLE = process.env['MODE'] === 'whole';
