/** The address of a server, and the role to use there. */
export interface Connection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** The role to set after connecting, if the login role bypasses row security. */
  role?: string;
}
