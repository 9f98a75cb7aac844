import { decoding, encoding } from './codec/ours.ts';

const [what, ms] = [process.argv[2], +process.argv[3]];
const m = (what.startsWith('decode') ? decoding() : encoding()).get(what)!;
m.check();
const t0 = Date.now();
let n = 0;
let c0 = process.cpuUsage();
let warm = false;
while (Date.now() - t0 < ms) {
  for (let i = 0; i < 20; i++) {
    m.run();
    n++;
  }
  if (!warm && Date.now() - t0 > ms / 3) {
    warm = true;
    n = 0;
    c0 = process.cpuUsage();
  }
}
const c = process.cpuUsage(c0);
console.log(what, ((c.user + c.system) / n).toFixed(1), 'us');
