import { api } from './api.ts';

/** Whether the browser supports passkeys at this address: https, or `localhost` by name. */
export const canUsePasskeys = (): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(globalThis.location.hostname);

type Options = { optionsJSON: never };

/** Asks the user through the browser. @throws Error if the user refuses or no passkey matches */
export async function signChallenge() {
  const { data } = await api.startPasskeySignIn();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: data } as Options);
}

/** Creates a passkey for the signed-in user. @throws Error if the user refuses */
export async function createPasskey(password: string) {
  const { data } = await api.startPasskey({ body: { password } });
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: data } as Options);
}
