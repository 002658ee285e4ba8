/** What to tell the person who starts the service as root; undefined for any other account, and where there is no root. */
export const rootWarning = (user_id: number | undefined): string | undefined =>
  user_id === 0
    ? 'the service runs as root: a fault in it would have all rights on this machine. Make an account for it (useradd --system tillhouse), give that account DATA_DIR (chown -R), and start the service as it'
    : undefined;
