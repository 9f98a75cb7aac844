// The end of the process, even where a thread of it hangs in the system.

/** Requests in the thread pool that may hang: files on a mount that is gone, a FIFO, a reader of the log, DNS. `process.exit` waits for them. */
const IN_POOL = /^(FSReq|GetAddrInfo|GetNameInfo)/;

/** Another program in place of this one ends all threads, and has an exit code, which a signal has not. */
export function endProcess(code: number): never {
  const { execPath, execve } = process;
  if (execve !== undefined && process.getActiveResourcesInfo().some((name) => IN_POOL.test(name)))
    execve(execPath, [execPath, '-e', `process.exit(${code})`], {});
  process.exit(code);
}
