// The path at which an app has mounted the gateway: links in responses begin with it. Writing is synchronous, so one variable is enough.
import type { Json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import { textOfScalar } from './converter.ts';

let mount = '';

/** `path`: without a trailing slash; '' for none. */
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
