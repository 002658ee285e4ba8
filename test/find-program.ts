import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where this machine has the first of these that it has; a test that needs one is skipped where it has none. */
export async function findProgram(names: readonly string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
