import { after } from 'node:test';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { asAdmin } from './admin.ts';
import { testServer } from './test-app.ts';

let made = 0;

/** A database without tables, dropped at the end of the test file. */
export async function anEmptyDatabase(): Promise<Connection> {
  const server = testServer();
  const database = `empty_${process.pid}_${++made}`;
  await asAdmin(server, (client) => client.query(`create database ${database} template template0 encoding 'UTF8'`));
  after(() => asAdmin(server, (client) => client.query(`drop database ${database} with (force)`)));
  return { ...server, database };
}
