import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;

export interface Project {
  folder: string;
  remove(): Promise<void>;
}

/** A project that uses the client: packed as for publishing, and installed from that file only. */
export async function aProjectWithClient(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-client-'));
  const build = join(folder, 'build');
  const project = join(folder, 'project');
  await Promise.all([mkdir(join(build, 'client'), { recursive: true }), mkdir(project)]);
  // Packed in another folder, so that other tests do not read a half-built repository.
  for (const path of [
    'tsconfig.json',
    ...['package.json', 'tsconfig.build.json', 'tsconfig.verify.json', 'README.md', 'src', 'verify'].map(
      (name) => `client/${name}`,
    ),
  ])
    await cp(join(root, path), join(build, path), { recursive: true });
  // The types of Node, for the build.
  await symlink(join(root, 'node_modules'), join(build, 'node_modules'));
  const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
  await run('npm', ['pack', '--offline'], { cwd: join(build, 'client'), env });
  const [packed = ''] = (await readdir(join(build, 'client'))).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(build, 'client', packed)], {
    cwd: project,
    env,
  });
  return { folder: project, remove: () => rm(folder, { recursive: true, force: true }) };
}
