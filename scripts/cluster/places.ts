// What the runs of a machine share: below .cache of the checkout.
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
/** Folder of the chart. */
export const CHART = join(root, 'helm', 'soapstone');
const cache = join(root, '.cache', 'cluster');

/** Programs that are built from the Go module proxy. */
export const programs = join(cache, 'bin');
/** Modules of Go of our own, from which they are built. */
export const modules = join(cache, 'build');
/** Archives of images. */
export const images = join(cache, 'images');
/** Packages of Debian, unpacked. */
export const packages = join(cache, 'debian');
