import { donationListRoutes } from '#contract/donation-list-routes.ts';
import { askForFile, failFile } from '#web/lib/ask-for-file.ts';
import { type DonationFilter, filterQuery } from './donation-list.ts';

const lineFeed = 10;

/** A file as the browser keeps it. */
interface CsvFile {
  blob: Blob;
  name: string;
}

/**
 * Fetches the donations that a filter lets through as CSV. `onRows` is told now and then how many have come. Throws
 * `CallProblem`.
 */
export async function fetchCsv(filter: DonationFilter, onRows: (rows: number) => void): Promise<CsvFile> {
  const { path } = donationListRoutes.exportDonations;
  const query = new URLSearchParams(filterQuery(filter)).toString();
  const { reply, name } = await askForFile('exportDonations', query === '' ? path : `${path}?${query}`);
  return { blob: await readAll(reply, onRows).catch(failFile), name: name ?? 'brava-donations.csv' };
}

/** Donors write no line ends, so there is one for each donation, and one for the head. */
async function readAll(reply: Response, onRows: (rows: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  for await (const piece of piecesOf(reply)) {
    pieces.push(piece);
    for (const byte of piece) lines += byte === lineFeed ? 1 : 0;
    onRows(Math.max(0, lines - 1));
  }
  return new Blob(pieces, { type: donationListRoutes.exportDonations.sends.type });
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read?.value === undefined) return;
    yield read.value;
  }
}
