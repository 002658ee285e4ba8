import { currencyDigits, type Minor } from '@tillhouse/core/money';
import { type Detail, invalidInput } from '../../core/errors.ts';
import { decimalText } from '../../platform/files/cells.ts';
import type { AccountName, Posting } from './posting-rules.ts';
import type { DatevSettings } from './rules.ts';

/** The columns of a booking batch (`Buchungsstapel`) in format version 13. */
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  ...numbered(8, (n) => `Beleginfo - Art ${n};Beleginfo - Inhalt ${n}`),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, (n) => `Zusatzinformation - Art ${n};Zusatzinformation- Inhalt ${n}`),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer',
  'Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz',
  'Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode',
  'Fälligkeit;Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung);Abw. Skontokonto',
].join(';');

function numbered(count: number, textOf: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => textOf(index + 1));
}

const columnCount = columns.split(';').length;

/** A closing as a batch. */
export interface DatevBatch {
  datev: DatevSettings | null;
  currency: string;
  /** YYYY-MM-DD */
  business_day: string;
  /** Of the closing: the number of the document. */
  number: number;
  register: { name: string };
  rows: readonly DatevRow[];
}

export interface DatevRow {
  posting: Posting;
  text: string;
}

/** The largest amount of a posting. */
const amountDigits = 10;

/** A booking batch before its encoding. */
export interface DatevFile {
  /** The header and the names of the columns. */
  heading: string;
  lineOf(row: DatevRow): string;
}

/**
 * A closing as a booking batch for DATEV (EXTF, format version 700). Each posting has two accounts and no tax key,
 * because the tax is posted by itself.
 * @param now ISO 8601
 * @throws AppError VALIDATION_ERROR naming each missing setting
 */
export function openDatev(
  { datev, currency, business_day, number, register, rows }: DatevBatch,
  now: string,
): DatevFile {
  const details = missingSettings({ datev, currency, rows });
  if (datev === null || details.length > 0) throw invalidInput(details);
  const day = business_day.replaceAll('-', '');
  const created = now.replace(/\D/g, '').padEnd(17, '0').slice(0, 17);
  const { consultant_number, client_number, account_length } = datev;
  const name = quoted(`${register.name} ${number}`, 30);
  const header = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, created, '', '"RE"', '""', '""'],
    ...[consultant_number, client_number, fiscalYearOf(business_day, datev), account_length, day, day, name, '""'],
    ...[1, 0, 0, quoted(currency, 3), '', '""', '', '', '""', '', '', '""', '""'],
  ];
  const date = `${day.slice(6)}${day.slice(4, 6)}`;
  const lineOf = ({ posting: { debit, credit, amount }, text }: DatevRow) => {
    const fields = [
      decimalComma(amount, currency),
      '"S"',
      quoted(currency, 3),
      '',
      '',
      '',
      debit.account,
      credit.account,
    ];
    const rest = ['', date, quoted(String(number), 36), '', '', quoted(text, 60)];
    const line = [...fields, ...rest].join(';');
    return `${line}${';'.repeat(columnCount - fields.length - rest.length)}\r\n`;
  };
  return { heading: `${header.join(';')}\r\n${columns}\r\n`, lineOf };
}

/** What a batch lacks. Field names are those of the settings. */
function missingSettings({ datev, currency, rows }: Pick<DatevBatch, 'datev' | 'currency' | 'rows'>): Detail[] {
  if (currencyDigits(currency) > 2)
    return [{ field: 'format', message: `cannot be datev: ${currency} has more than two decimals` }];
  const missing = datev === null ? [{ field: 'datev', message: 'is not set: see PUT /accounting/accounts' }] : [];
  const most = datev?.account_length ?? 8;
  const fits = ({ account }: AccountName) => /^\d+$/.test(account) && account.length <= most;
  const names = rows.flatMap(({ posting: { debit, credit } }) => [debit, credit]);
  const unfit = new Set(names.filter((name) => !fits(name)).map(({ setting }) => setting));
  const message = `needs an account of up to ${most} digits for DATEV`;
  const doubled = new Map(
    rows.flatMap(({ posting: { debit, credit } }) =>
      debit.account === credit.account ? [[debit.setting, credit.setting]] : [],
    ),
  );
  const tooLarge = rows.some(({ posting }) => decimalComma(posting.amount, currency).length > amountDigits + 3);
  return [
    ...missing,
    ...[...unfit].map((setting) => ({ field: setting, message })),
    ...[...doubled].map(([setting = '', other]) => ({
      field: setting,
      message: `has the account of ${other}, to which it is posted`,
    })),
    ...(tooLarge
      ? [{ field: 'format', message: `cannot be datev: an amount has more than ${amountDigits} digits` }]
      : []),
  ];
}

/** The day on which the fiscal year of a day began, as YYYYMMDD. */
export function fiscalYearOf(day: string, { fiscal_year_month }: Pick<DatevSettings, 'fiscal_year_month'>): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const began = month >= fiscal_year_month ? year : year - 1;
  return `${String(began).padStart(4, '0')}${String(fiscal_year_month).padStart(2, '0')}01`;
}

/** DATEV writes two decimals, also of a currency without any. */
const decimalComma = (amount: Minor, currency: string): string =>
  decimalText(amount * 10n ** BigInt(2 - currencyDigits(currency)), 2).replace('.', ',');

/** A text of one line in quotation marks. */
const quoted = (text: string, length: number): string =>
  `"${[...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, length).join('').replaceAll('"', '""')}"`;
