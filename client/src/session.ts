/** What a session is continued with. Keep it where nobody else can read it. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** When the access token ends, in milliseconds since 1970. */
  expires_at: number;
}

interface SessionOptions {
  /** Of an earlier run. */
  tokens: Tokens | undefined;
  onTokens: ((tokens: Tokens | undefined) => void) | undefined;
  /** Asks the service for another access token; `undefined` when the session is over. */
  refresh(refresh_token: string): Promise<{ access_token: string; expires_in: number }>;
  /** Whether a failed refresh means that the session is over. */
  isOver(error: unknown): boolean;
}

export interface Session {
  keep(tokens: Tokens | undefined): void;
  /** For one call, from its first try to its last: who began it goes on with it, whoever signs in meanwhile. */
  bearer(): Bearer;
}

export interface Bearer {
  /**
   * The access token to send now; another one than `expired`, which was answered to have ended. `undefined` for somebody
   * who is not signed in, or not any more.
   */
  token(expired?: string): Promise<string | undefined>;
}

/** Refreshed this early, so that no request is on its way with a token that ends meanwhile. */
const margin_ms = 30_000;

export function createSession({ tokens: kept, onTokens, refresh, isOver }: SessionOptions): Session {
  let tokens = kept;
  let refreshing: { of: Tokens; done: Promise<string> } | undefined;

  const keep = (fresh: Tokens | undefined) => {
    tokens = fresh;
    onTokens?.(fresh);
  };

  /** Everybody who needs another token waits for the same one. */
  function renew(of: Tokens): Promise<string> {
    if (refreshing?.of !== of) {
      const done = continueWith(of).finally(() => {
        if (refreshing?.of === of) refreshing = undefined;
      });
      refreshing = { of, done };
    }
    return refreshing.done;
  }

  async function continueWith(of: Tokens): Promise<string> {
    try {
      const { access_token, expires_in } = await refresh(of.refresh_token);
      // Whoever signed out, or in as somebody else, in the meantime is not to be signed in again.
      if (tokens === of) keep({ ...of, access_token, expires_at: Date.now() + expires_in * 1_000 });
      return access_token;
    } catch (error) {
      if (tokens === of && isOver(error)) keep(undefined);
      throw error;
    }
  }

  return {
    keep,
    bearer() {
      const session = tokens?.refresh_token;
      return {
        async token(expired) {
          if (tokens === undefined || tokens.refresh_token !== session) return undefined;
          const isOld = tokens.access_token === expired || Date.now() >= tokens.expires_at - margin_ms;
          return isOld ? renew(tokens) : tokens.access_token;
        },
      };
    },
  };
}
