// The path below which a response is written: that of the app in which the gateway is mounted. Writing is synchronous, as everything that fills is.
import type { Json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import { textOfScalar } from './converter.ts';

let mount = '';

/** `path`: without a slash at its end; '' for none. */
export function writeBelow<T>(path: string, write: () => T): T {
  if (path === '') return write();
  mount = path;
  try {
    return write();
  } finally {
    mount = '';
  }
}

/** `path`: the base path. */
export function belowMount(path: Json): Json {
  return mount === '' ? path : stringOf(mount + textOfScalar(path));
}
