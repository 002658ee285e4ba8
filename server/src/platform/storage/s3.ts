import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../config/config.ts';
import { cannotKeepFiles, keyOf, type Storage } from './storage.ts';

// The smallest part that the protocol allows: two of them are all the memory that a file of any size takes.
const part_size_bytes = 5 * 1024 * 1024;
const partsAtOnce = 1;

/** Files in a bucket of S3, or of a server that speaks its protocol. Parts of a file become it at once, or are thrown away. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, prefix } = settings;
  const client = createClient(settings);
  return {
    async put(name, content) {
      const source = watched(content);
      const upload = new Upload({
        client,
        params: { Bucket, Key: prefix + keyOf(name), Body: Readable.from(source.content, { objectMode: false }) },
        partSize: part_size_bytes,
        queueSize: partsAtOnce,
      });
      try {
        await upload.done();
      } catch (error) {
        // Distinguishes errors of the content from errors of the storage.
        throw source.failure() ?? cannotKeepFiles(error);
      }
    },
    async open(name) {
      const Key = prefix + keyOf(name);
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new Error(`the bucket answered ${name} without its content`);
        return { size_bytes: ContentLength, content: Body };
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
        throw cannotKeepFiles(error);
      }
    },
    async remove(name) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + keyOf(name) }));
      } catch (error) {
        throw cannotKeepFiles(error);
      }
    },
    async sumBytes(folder) {
      let sum = 0;
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: `${prefix}${keyOf(folder)}/` },
      ))
        for (const { Size = 0 } of Contents) sum += Size;
      return sum;
    },
    async readSpace() {
      return undefined;
    },
    async removeOlder(folder, before) {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: `${prefix}${keyOf(folder)}/` },
      )) {
        const Objects = Contents.filter(({ LastModified }) => LastModified !== undefined && LastModified < before).map(
          ({ Key }) => ({
            Key,
          }),
        );
        if (Objects.length > 0)
          await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      }
    },
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
    },
  };
}

function createClient({ endpoint, region, credentials }: S3Settings): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Other servers than Amazon's know only the checksums that the protocol has always had.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  });
}

/** The same content, and what went wrong in making it. */
function watched(content: AsyncIterable<Uint8Array>) {
  let failed: unknown;
  async function* pass(): AsyncIterable<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      failed = error;
      throw error;
    }
  }
  return { content: pass(), failure: () => failed };
}
