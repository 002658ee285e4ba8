/** The warning for a service that is started as root; undefined for other accounts and systems. */
export const rootWarning = (user_id: number | undefined): string | undefined =>
  user_id === 0
    ? 'the service runs as root: a defect in it would have all rights on this machine. Create an account for it (useradd --system tillhouse), give that account DATA_DIR (chown -R), and start the service as it'
    : undefined;
