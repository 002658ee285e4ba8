import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeDurably } from './durable.ts';

/** What a backup consists of, and what each part must be. Written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  created_at: string;
  /** The migrations of its database, by name and checksum. */
  migrations: { name: string; checksum: string }[];
  tables: Table[];
  /** Everything else in the folder, by its path there. */
  files: StoredFile[];
}

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
  /** Of the text: the same before and after, however it was compressed. */
  content_sha256: string;
}

const manifestName = 'manifest.json';
const sealName = 'manifest.sha256';

export const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(join(folder, sealName), `${sha256Of(text)}\n`);
  await writeDurably(join(folder, manifestName), text);
}

/** @throws Error when the folder is no whole backup, or its list was changed */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} is no backup, or one that was cut off: it has no ${manifestName}.`);
  const seal = await readFile(join(folder, sealName), 'utf8').catch(() => '');
  if (seal.trim() !== sha256Of(text)) throw new Error(`The backup is damaged: ${manifestName} is not as it was written.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`This backup is of a format that this version does not know: ${manifest.format}.`);
  return manifest;
}

/** The backup in a folder, every byte of which is as it was written. @throws Error that names what is missing, damaged, or one too many */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const parts: StoredFile[] = [...manifest.tables, ...manifest.files];
  for (const { path, bytes, sha256 } of parts) {
    const hash = createHash('sha256');
    let read = 0;
    await pipeline(createReadStream(join(folder, path)), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        read += chunk.length;
        hash.update(chunk);
      }
    }).catch(() => {
      throw new Error(`The backup is damaged: ${path} cannot be read.`);
    });
    if (read !== bytes || hash.digest('hex') !== sha256) throw new Error(`The backup is damaged: ${path} is not as it was written.`);
  }
  const known = new Set([manifestName, sealName, ...parts.map(({ path }) => path)]);
  for (const path of await listFiles(folder)) if (!known.has(path)) throw new Error(`The backup has a file that is not its own: ${path}.`);
  return manifest;
}

/** Every file below a folder, by its path there; none where there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Makes a folder that nobody else may look into. @throws Error when there is something in it */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
}
