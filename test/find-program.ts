import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that is installed. A test that needs one is skipped if none is. */
export async function findProgram(names: readonly string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isInstalled = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isInstalled) return path;
  }
  return undefined;
}
