import { workerData } from 'node:worker_threads';
import { endDescendants, say } from './end-of-file.ts';

const { shared, files, blocked_ms, pid } = workerData as {
  shared: Int32Array;
  files: string[];
  blocked_ms: number;
  pid: number;
};

let beats = 0;
let since = performance.now();
setInterval(() => {
  const now = Atomics.load(shared, 0);
  if (now !== beats) {
    beats = now;
    since = performance.now();
  } else if (performance.now() - since > blocked_ms) {
    say(`${files[Atomics.load(shared, 1)]} blocked the event loop for ${blocked_ms / 1_000} s and was ended`);
    endDescendants(pid);
    process.kill(pid, 'SIGKILL');
  }
}, 1_000);
