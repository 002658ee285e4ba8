export interface Attachment {
  file_name: string;
  media_type: string;
  base64: string;
}

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
}

/** `isFinal`: the server will not take this mail, however often it is sent. */
export type MailOutcome = { isSent: true } | { isSent: false; isFinal: boolean; reason: string };

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
