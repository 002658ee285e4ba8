/** The parts of a backup with their digests. Written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  created_at: string;
  /** The migrations of its database, by name and checksum. */
  migrations: { name: string; checksum: string }[];
  tables: Table[];
  /** Everything else in the folder, by its path there. */
  files: StoredFile[];
}

/**
 * Size and digest are of the file on the disk, which may be encrypted. The path is without the suffix of encrypted
 * files.
 */
export interface StoredFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A table as PostgreSQL's text format of COPY, compressed, in the order of its primary key. */
export interface Table extends StoredFile {
  name: string;
  columns: string[];
  rows: number;
  /** The digest of the uncompressed text. */
  content_sha256: string;
}

/** Folders below DATA_DIR that a backup contains beside the database: keys, and uploaded and exported files. */
export const keptFolders = ['keys', 'files'] as const;

const tableName = /^[a-z_][a-z\d_]{0,62}$/;
/** A plain name: without a leading dot, so neither `.` nor `..`, and without separators of any file system. */
const plainName = /^[\w-][\w.-]{0,254}$/;
const hexDigest = /^[\da-f]{64}$/;

const refuse = (why: string) => new Error(`The backup cannot be trusted: ${why}. Nothing was restored.`);

/**
 * Checks that a manifest names only parts that a backup may contain: tables in `tables/`, and plain file names in the
 * kept folders. A backup is input from outside, so all paths are checked before any file is opened.
 * @throws Error that names the first invalid part
 */
export function checkManifest(value: unknown): Manifest {
  const manifest = value as Manifest;
  if (!isRecord(value) || typeof manifest.created_at !== 'string') throw refuse('its manifest has the wrong form');
  if (manifest.format !== 1)
    throw new Error(`This version does not know the format of the backup: ${String(manifest.format)}.`);
  for (const field of ['migrations', 'tables', 'files'] as const)
    if (!Array.isArray(manifest[field]) || !manifest[field].every(isRecord))
      throw refuse(`its manifest has no list of ${field}`);
  for (const { name, checksum } of manifest.migrations)
    if (typeof name !== 'string' || typeof checksum !== 'string')
      throw refuse('its list of migrations has the wrong form');
  for (const table of manifest.tables) checkTable(table);
  for (const file of manifest.files) checkFile(file);
  refuseRepeated([...manifest.tables, ...manifest.files].map(({ path }) => path));
  return manifest;
}

function checkTable(table: Table): void {
  const { name, columns, rows, content_sha256 } = table;
  if (typeof name !== 'string' || !tableName.test(name) || table.path !== `tables/${name}.zst`)
    throw refuse(`${shown(table.path)} is not the path of a table`);
  const areNames =
    Array.isArray(columns) && columns.every((column) => typeof column === 'string' && tableName.test(column));
  if (!areNames || !isCount(rows) || !hexDigest.test(content_sha256))
    throw refuse(`its table ${name} is described in the wrong form`);
  checkContent(table);
}

function checkFile(file: StoredFile): void {
  const [folder = '', ...names] = typeof file.path === 'string' ? file.path.split('/') : [];
  const isKept = (keptFolders as readonly string[]).includes(folder);
  if (!isKept || names.length === 0 || !names.every((name) => plainName.test(name)))
    throw refuse(`${shown(file.path)} is no file in ${keptFolders.join(' or ')}`);
  checkContent(file);
}

function checkContent({ path, bytes, sha256 }: StoredFile): void {
  if (!isCount(bytes) || typeof sha256 !== 'string' || !hexDigest.test(sha256))
    throw refuse(`${path} is described in the wrong form`);
}

/** Names that differ in case only are one file on some file systems. */
function refuseRepeated(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const folded = path.toLowerCase();
    if (seen.has(folded)) throw refuse(`it names ${path} twice`);
    seen.add(folded);
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const shown = (path: unknown): string => JSON.stringify(String(path).slice(0, 200));
