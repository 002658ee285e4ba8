/** How to reach a server, and as whom to act once there. */
export interface Connection {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** The role taken on after connecting, where the one that connects could see through row security. */
  role?: string;
}
