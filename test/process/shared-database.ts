import { asAdmin } from '../admin.ts';
import { testServer } from '../test-app.ts';

let made = 0;

/** Creates an empty database that several services can share. */
export async function aSharedDatabase(): Promise<{ address: string; name: string; remove(): Promise<void> }> {
  const server = testServer();
  const name = `shared_${process.pid}_${++made}`;
  await asAdmin(server, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  const { host = '', port = 5432, user = '', password = '' } = server;
  return {
    name,
    address: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    async remove() {
      await asAdmin(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
