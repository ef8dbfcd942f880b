import { donationListRoutes } from '#contract/donation-list-routes.ts';
import { CallProblem, readProblem } from '#web/lib/call-problem.ts';
import { handle401, parseJson } from '#web/lib/call-table.ts';
import { pageDeps } from '#web/lib/session-call.ts';
import { storedToken } from '#web/lib/stored-token.ts';

const lineFeed = 10;

/** A file as the browser keeps it. */
interface CsvFile {
  blob: Blob;
  name: string;
}

/**
 * Fetches every donation as CSV. `onRows` is told now and then how many have come; a file may take longer than the ten
 * seconds of other calls. Throws `CallProblem`, also when the connection breaks halfway: half a file is none.
 */
export async function fetchCsv(onRows: (rows: number) => void): Promise<CsvFile> {
  const token = storedToken.get();
  const reply = await ask(token);
  if (reply.status === 401) handle401(pageDeps, 'exportDonations', token);
  if (!reply.ok) throw readProblem(reply.status, parseJson(await reply.text()));
  const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await readAll(reply, onRows), name: name ?? 'brava-donations.csv' };
}

async function ask(token: string | null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  try {
    return await fetch(`/api${donationListRoutes.exportDonations.path}`, { headers });
  } catch (error) {
    throw new CallProblem('offline', 0, undefined, error);
  }
}

/** Donors write no line ends, so there is one for each donation, and one for the head. */
async function readAll(reply: Response, onRows: (rows: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  try {
    for await (const piece of piecesOf(reply)) {
      pieces.push(piece);
      for (const byte of piece) lines += byte === lineFeed ? 1 : 0;
      onRows(Math.max(0, lines - 1));
    }
  } catch (error) {
    throw new CallProblem('offline', reply.status, undefined, error);
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
