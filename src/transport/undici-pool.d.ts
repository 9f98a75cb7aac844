// The pool alone: importing all of undici costs twice the time of this file at start.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
