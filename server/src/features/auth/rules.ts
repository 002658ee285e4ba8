/** One spelling for an e-mail address: its twins in other cases or letter forms are the same person. */
export const normalEmail = (written: string): string => written.trim().normalize('NFKC').toLowerCase();
