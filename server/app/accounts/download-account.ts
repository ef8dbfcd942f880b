import { lamportsToSolString } from '#contract/lamports.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { DownloadPart } from '#server/app/own-account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from './session-token.ts';

/** Says what the file is; another meaning of anything in it raises the version (docs/decisions/039). */
const form = { format: 'brava-account', version: 1 } as const;

/**
 * Everything that is stored about an account as one JSON object, piece by piece: each piece is made when the last one has
 * gone. No secret is in it. Throws `Problem` as `requireFreshProof` does before the first piece.
 */
export async function* downloadAccount(
  ports: Pick<Ports, 'accountReader' | 'audit' | 'clock' | 'settings' | 'secondFactors'>,
  session: CurrentSession,
): AsyncGenerator<string, void> {
  await requireFreshProof(ports, session);
  await ports.audit.write(session.userId, 'download_account');
  const head = { ...form, madeAt: ports.clock.now(), network: ports.settings.network };
  yield toText(head).slice(0, -1);
  for (const part of ports.accountReader.parts(session.userId)) yield* writePart(part);
  yield '}\n';
}

async function* writePart(part: DownloadPart): AsyncGenerator<string, void> {
  const begin = `,\n${JSON.stringify(part.name)}: `;
  if ('one' in part) {
    yield begin + toText(await part.one());
    return;
  }
  let before = `${begin}[\n`;
  let isEmpty = true;
  for await (const rows of part.rows) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => toText(row)).join(',\n');
    before = ',\n';
    isEmpty = false;
  }
  yield isEmpty ? `${begin}[]` : ']';
}

/** Times are ISO 8601; an amount is two values: lamports to the last one, as text, and SOL as a decimal. */
function toText(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? { lamports: inner.toString(), sol: lamportsToSolString(inner) } : inner,
  );
}
