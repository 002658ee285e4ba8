import { spawn } from 'node:child_process';
import { glob, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How test files ended. */
export interface Ended {
  passed: boolean;
  /** The tests that failed, or why the run was ended. */
  failures: string[];
  /** No test had failed when the time was over. */
  isLate: boolean;
  took_s: number;
}

interface TestRun {
  /** The folder of the tree. */
  folder: string;
  files: readonly string[];
  env: Record<string, string>;
  timeout_s: number;
}

/**
 * Runs test files in one process of their own, with temporary files of their own. Ends everything that it left behind.
 * It ends with the first file that fails.
 */
export async function runTests({ folder, files, env, timeout_s }: TestRun): Promise<Ended> {
  const temporary = join(folder, '.tmp');
  await mkdir(temporary, { recursive: true, mode: 0o711 });
  const merged: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0', TMPDIR: temporary, ...env };
  // Node skips a test run inside of another one.
  delete merged.NODE_TEST_CONTEXT;
  const started = performance.now();
  const child = spawn(process.execPath, ['proof/mutants/run-files.ts', ...files], {
    cwd: folder,
    env: merged,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endAll = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All have ended.
    }
  };
  const failures: string[] = [];
  let isLate = false;
  let rest = '';
  const read = (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, name] = /^\s*✖ (.*?)(?: \([\d.]+ms\))?$/.exec(line) ?? [];
      if (name !== undefined && name !== 'failing tests:') failures.push(name);
      // The file has failed: the others need not run.
      if (/^✖ .*\.test\.ts/.test(line)) endAll();
    }
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const late = setTimeout(() => {
    isLate = failures.length === 0;
    failures.push(`did not end within ${timeout_s.toFixed(0)} s`);
    endAll();
  }, timeout_s * 1_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  endAll();
  await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  if (code !== 0 && failures.length === 0) failures.push(`ended with ${code}`);
  return { passed: code === 0, failures, isLate, took_s: (performance.now() - started) / 1_000 };
}

/**
 * The test files that may notice a fault: all but those that need a quiet machine, try faults themselves, read texts
 * only, or wait most of their time for processes that are killed.
 */
export async function testFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{core,server/src,test,proof,demo,client,web}/**/*.test.ts', { cwd: root }))
    if (
      !/node_modules|^proof\/(network|faults|mutants|isolation|disk|crash|stop|events|files)\/|^test\/(runner|upgrade)\//.test(
        file,
      ) &&
      // Tests the rules about imports, of which no fault is drawn.
      file !== 'test/conventions/imports.test.ts'
    )
      files.push(file);
  return files.sort();
}
