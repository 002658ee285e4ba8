import type { Language } from '../../core/language.ts';
import type { ApiKey, MailText, Message, Moment } from './message-rules.ts';

/** The maximum of keys that a mail lists. */
const keysAtMost = 20;

/** Lines about the API keys that still work, and the page where they are revoked. */
function keptKeys(
  { api_keys, keys_page }: { api_keys: readonly ApiKey[]; keys_page: string },
  language: Language,
  sentence: string,
): Pick<MailText, 'lines' | 'link'> {
  if (api_keys.length === 0) return { lines: [] };
  const listed = api_keys.slice(0, keysAtMost).map(({ name, merchant_name, created_at: at, timezone }) => {
    return `${name} (${merchant_name}), ${formatMoment({ at, timezone }, language)}`;
  });
  return { lines: [sentence, ...listed, ...(api_keys.length > keysAtMost ? ['…'] : [])], link: keys_page };
}

const formatMoment = ({ at, timezone }: Moment, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: timezone, timeZoneName: 'short' },
  }).format(new Date(at));

/** The text of each kind of mail. */
export const texts: Record<Language, (message: Exclude<Message, { kind: 'weekly-report' }>) => MailText> = {
  en(message) {
    if (message.kind === 'invitation') {
      const { merchant_name, inviter, link } = message;
      return {
        subject: `Invitation to ${merchant_name}`,
        lines: [
          `${inviter} invites you to join the staff of ${merchant_name}.`,
          'The link works once, for seven days.',
        ],
        link,
      };
    }
    if (message.kind === 'receipt')
      return {
        subject: `Your receipt ${message.code} from ${message.merchant_name}`,
        lines: [],
        printed: message.printed,
      };
    if (message.kind === 'email-changed')
      return {
        subject: 'The e-mail address of your account was changed',
        lines: [
          `Your account now has the address ${message.email}. Sign in with it from now on.`,
          'If it was not you, speak with an owner of your shop at once: only the new address gets mail about the account.',
        ],
      };
    if (message.kind === 'password-reset')
      return {
        subject: 'Choose a new password',
        lines: [
          'A reset of the password of your account was requested.',
          'The link works once, for 30 minutes. If it was not you, ignore this mail: nothing changes.',
        ],
        link: message.link,
      };
    if (message.kind === 'new-device')
      return {
        subject: 'Sign-in from a new device',
        lines: [
          `There was a sign-in to your account from a new device: ${message.device ?? 'an unknown program'}, network ${message.network}, ${formatMoment(message, 'en')}.`,
          'If it was not you, change your password and end that session.',
        ],
      };
    if (message.kind === 'reset-link')
      return {
        subject: 'A link to a new password was made for your account',
        lines: [
          `${message.owner}, an owner of ${message.merchant_name}, made a link by which a new password can be chosen for your account: ${formatMoment(message, 'en')}.`,
          'The link works once, for 30 minutes, and is handed over by the owner. If you did not ask for it, speak with the owner.',
        ],
      };
    if (message.kind === 'api-key')
      return {
        subject: 'An API key was made with your account',
        lines: [
          `With your account, an API key was made at ${message.merchant_name}: ${message.name}, ${formatMoment(message, 'en')}.`,
          'Who has the key needs no password. If it was not you, revoke it and choose a new password.',
        ],
        link: message.keys_page,
      };
    const kept = keptKeys(message, 'en', 'API keys that were made with your account still work. Revoke unknown ones:');
    return {
      ...kept,
      subject: 'Your password was changed',
      lines: [
        message.how === 'reset'
          ? 'The password of your account was reset, and all sessions have ended.'
          : 'The password of your account was changed, and all other sessions have ended.',
        ...(message.passkeys > 0 ? ['Its passkeys were removed. Sign in with the password, and add them again.'] : []),
        'If it was not you, reset it again at once.',
        ...kept.lines,
      ],
    };
  },
  id(message) {
    if (message.kind === 'invitation') {
      const { merchant_name, inviter, link } = message;
      return {
        subject: `Undangan ke ${merchant_name}`,
        lines: [
          `${inviter} mengundang Anda menjadi karyawan ${merchant_name}.`,
          'Tautan berlaku satu kali, selama tujuh hari.',
        ],
        link,
      };
    }
    if (message.kind === 'receipt')
      return { subject: `Struk ${message.code} dari ${message.merchant_name}`, lines: [], printed: message.printed };
    if (message.kind === 'email-changed')
      return {
        subject: 'Alamat email akun Anda diubah',
        lines: [
          `Akun Anda sekarang memakai alamat ${message.email}. Gunakan alamat itu untuk masuk.`,
          'Jika bukan Anda, segera hubungi pemilik toko: hanya alamat baru yang menerima email tentang akun ini.',
        ],
      };
    if (message.kind === 'password-reset')
      return {
        subject: 'Pilih kata sandi baru',
        lines: [
          'Ada permintaan untuk mengatur ulang kata sandi akun Anda.',
          'Tautan berlaku satu kali, selama 30 menit. Jika bukan Anda, abaikan email ini: tidak ada yang berubah.',
        ],
        link: message.link,
      };
    if (message.kind === 'new-device')
      return {
        subject: 'Masuk dari perangkat baru',
        lines: [
          `Akun Anda digunakan untuk masuk dari perangkat baru: ${message.device ?? 'program tidak dikenal'}, jaringan ${message.network}, ${formatMoment(message, 'id')}.`,
          'Jika bukan Anda, ubah kata sandi Anda dan akhiri sesi itu.',
        ],
      };
    if (message.kind === 'reset-link')
      return {
        subject: 'Tautan kata sandi baru dibuat untuk akun Anda',
        lines: [
          `${message.owner}, pemilik ${message.merchant_name}, membuat tautan untuk memilih kata sandi baru bagi akun Anda: ${formatMoment(message, 'id')}.`,
          'Tautan berlaku satu kali, selama 30 menit, dan diserahkan oleh pemilik. Jika Anda tidak memintanya, hubungi pemilik.',
        ],
      };
    if (message.kind === 'api-key')
      return {
        subject: 'Kunci API dibuat dengan akun Anda',
        lines: [
          `Dengan akun Anda, kunci API dibuat di ${message.merchant_name}: ${message.name}, ${formatMoment(message, 'id')}.`,
          'Pemegang kunci tidak memerlukan kata sandi. Jika bukan Anda, cabut kunci itu dan pilih kata sandi baru.',
        ],
        link: message.keys_page,
      };
    const kept = keptKeys(
      message,
      'id',
      'Kunci API yang dibuat dengan akun Anda tetap berlaku. Cabut yang tidak Anda kenal:',
    );
    return {
      ...kept,
      subject: 'Kata sandi Anda diubah',
      lines: [
        message.how === 'reset'
          ? 'Kata sandi akun Anda diatur ulang, dan semua sesi berakhir.'
          : 'Kata sandi akun Anda diubah, dan semua sesi lain berakhir.',
        ...(message.passkeys > 0
          ? ['Passkey akun ini dihapus. Masuk dengan kata sandi, lalu tambahkan passkey lagi.']
          : []),
        'Jika bukan Anda, segera atur ulang lagi.',
        ...kept.lines,
      ],
    };
  },
  de(message) {
    if (message.kind === 'invitation') {
      const { merchant_name, inviter, link } = message;
      return {
        subject: `Einladung zu ${merchant_name}`,
        lines: [
          `${inviter} lädt Sie ein, bei ${merchant_name} mitzuarbeiten.`,
          'Der Link gilt einmal, sieben Tage lang.',
        ],
        link,
      };
    }
    if (message.kind === 'receipt')
      return {
        subject: `Ihr Beleg ${message.code} von ${message.merchant_name}`,
        lines: [],
        printed: message.printed,
      };
    if (message.kind === 'email-changed')
      return {
        subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        lines: [
          `Ihr Konto hat jetzt die Adresse ${message.email}. Melden Sie sich ab jetzt mit ihr an.`,
          'Waren Sie das nicht, sprechen Sie sofort mit einem Inhaber Ihres Geschäfts: Nur die neue Adresse bekommt E-Mails zum Konto.',
        ],
      };
    if (message.kind === 'password-reset')
      return {
        subject: 'Neues Passwort wählen',
        lines: [
          'Für Ihr Konto wurde ein neues Passwort angefordert.',
          'Der Link gilt einmal, 30 Minuten lang. Waren Sie das nicht, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
        ],
        link: message.link,
      };
    if (message.kind === 'new-device')
      return {
        subject: 'Anmeldung auf einem neuen Gerät',
        lines: [
          `An Ihrem Konto hat sich ein neues Gerät angemeldet: ${message.device ?? 'ein unbekanntes Programm'}, Netzwerk ${message.network}, ${formatMoment(message, 'de')}.`,
          'Waren Sie das nicht, ändern Sie Ihr Passwort und beenden Sie diese Sitzung.',
        ],
      };
    if (message.kind === 'reset-link')
      return {
        subject: 'Für Ihr Konto wurde ein Link für ein neues Passwort erstellt',
        lines: [
          `${message.owner}, Inhaber von ${message.merchant_name}, hat einen Link erstellt, mit dem für Ihr Konto ein neues Passwort gewählt werden kann: ${formatMoment(message, 'de')}.`,
          'Der Link gilt einmal, 30 Minuten lang, und wird vom Inhaber übergeben. Haben Sie nicht darum gebeten, sprechen Sie mit dem Inhaber.',
        ],
      };
    if (message.kind === 'api-key')
      return {
        subject: 'Mit Ihrem Konto wurde ein API-Schlüssel erstellt',
        lines: [
          `Mit Ihrem Konto wurde bei ${message.merchant_name} ein API-Schlüssel erstellt: ${message.name}, ${formatMoment(message, 'de')}.`,
          'Wer den Schlüssel hat, braucht kein Passwort. Waren Sie das nicht, widerrufen Sie ihn und wählen Sie ein neues Passwort.',
        ],
        link: message.keys_page,
      };
    const kept = keptKeys(
      message,
      'de',
      'API-Schlüssel, die mit Ihrem Konto erstellt wurden, gelten weiter. Widerrufen Sie unbekannte:',
    );
    return {
      ...kept,
      subject: 'Ihr Passwort wurde geändert',
      lines: [
        message.how === 'reset'
          ? 'Das Passwort Ihres Kontos wurde zurückgesetzt, und alle Sitzungen sind beendet.'
          : 'Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen sind beendet.',
        ...(message.passkeys > 0
          ? ['Seine Passkeys wurden entfernt. Melden Sie sich mit dem Passwort an und fügen Sie sie neu hinzu.']
          : []),
        'Waren Sie das nicht, setzen Sie es sofort erneut zurück.',
        ...kept.lines,
      ],
    };
  },
};
