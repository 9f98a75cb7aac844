// Loaded before the gateway, under --expose-gc: on SIGUSR2 it says how much of the heap is in use once everything that may be collected is.
process.on('SIGUSR2', () => {
  globalThis.gc();
  process.stderr.write(`heap: ${process.memoryUsage().heapUsed}\n`);
});
