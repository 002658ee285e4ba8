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
import { keyOf, type Storage, storageUnavailable } from './storage.ts';

// The smallest part that the protocol allows. An upload needs the memory of two parts, whatever the size of the file.
const part_size_bytes = 5 * 1024 * 1024;
const partsAtOnce = 1;
const maxAttempts = 3;
const timeouts = { connectionTimeout: 3_000, requestTimeout: 20_000 };

/** Files in a bucket of S3 or a compatible server. A file is visible only when all of its parts are uploaded. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, prefix } = settings;
  const client = createClient(settings);
  return {
    async put(name, content) {
      const source = recordFailure(content);
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
        throw source.failure() ?? storageUnavailable(error);
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
        throw storageUnavailable(error);
      }
    },
    async remove(name) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + keyOf(name) }));
      } catch (error) {
        throw storageUnavailable(error);
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
    // Other servers than Amazon's support only the older checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
  });
}

/** The same content, and the error that ended it, if any. */
function recordFailure(content: AsyncIterable<Uint8Array>) {
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
