/** The tokens of a session. Store them where no other program can read them. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** The expiry of the access token, in milliseconds since 1970. */
  expires_at: number;
}

interface SessionOptions {
  /** The tokens of an earlier run. */
  tokens: Tokens | undefined;
  onTokens: ((tokens: Tokens | undefined) => void) | undefined;
  /** Requests a new access token; `undefined` if the session has ended. */
  refresh(refresh_token: string): Promise<{ access_token: string; expires_in: number }>;
  /** Whether a failed refresh means that the session has ended. */
  isSessionEnded(error: unknown): boolean;
}

export interface Session {
  setTokens(tokens: Tokens | undefined): void;
  /** The session of one call for all of its tries, even if another user signs in meanwhile. */
  bearer(): Bearer;
}

export interface Bearer {
  /**
   * The access token to send now, never the rejected one in `expired`. `undefined` if no user is signed in.
   */
  token(expired?: string): Promise<string | undefined>;
}

/** Refreshes this much earlier, so that no token expires during a request. */
const margin_ms = 30_000;

export function createSession({ tokens: storedTokens, onTokens, refresh, isSessionEnded }: SessionOptions): Session {
  let tokens = storedTokens;
  let refreshing: { of: Tokens; done: Promise<string> } | undefined;

  const setTokens = (newTokens: Tokens | undefined) => {
    tokens = newTokens;
    onTokens?.(newTokens);
  };

  /** All calls that need a new token wait for the same refresh. */
  function refreshOnce(of: Tokens): Promise<string> {
    if (refreshing?.of !== of) {
      const done = refreshTokens(of).finally(() => {
        if (refreshing?.of === of) refreshing = undefined;
      });
      refreshing = { of, done };
    }
    return refreshing.done;
  }

  async function refreshTokens(of: Tokens): Promise<string> {
    try {
      const { access_token, expires_in } = await refresh(of.refresh_token);
      // If the user signed out or changed meanwhile, the new tokens are ignored.
      if (tokens === of) setTokens({ ...of, access_token, expires_at: Date.now() + expires_in * 1_000 });
      return access_token;
    } catch (error) {
      if (tokens === of && isSessionEnded(error)) setTokens(undefined);
      throw error;
    }
  }

  return {
    setTokens,
    bearer() {
      const session = tokens?.refresh_token;
      return {
        async token(expired) {
          if (tokens === undefined || tokens.refresh_token !== session) return undefined;
          const isOld = tokens.access_token === expired || Date.now() >= tokens.expires_at - margin_ms;
          return isOld ? refreshOnce(tokens) : tokens.access_token;
        },
      };
    },
  };
}
