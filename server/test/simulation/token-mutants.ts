import { type Mutant, one } from './mutant.ts';

/** Mistakes in what is done with tokens alone; what they share with SOL is among the others. */
export const tokenMutants: readonly Mutant[] = [
  one(
    'tokens-sent-before-stored',
    'app/money/sweep-tokens.ts',
    'if (!(await ports.tokens.sweeps.storeSigned(job, signed)))',
    'await ports.tokens.chain.send(signed.raw);\n  if (!(await ports.tokens.sweeps.storeSigned(job, signed)))',
  ),
  one('tokens-without-fence', 'postgres/money/token-sweep-store.ts', ' and j.fence = ${job.fence}\n', '\n'),
  {
    ...one(
      'tokens-signed-twice',
      'app/money/sweep-tokens.ts',
      'if (job.live !== null) return await follow',
      'if (job.live !== null && job.fence % 3n !== 0n) return await follow',
    ),
    sql: 'drop index token_sweeps_live',
  },
  one(
    'tokens-swept-while-pending',
    'domain/token-side.ts',
    'const decidedAt = paidAt ?? expiredAt;',
    'const decidedAt = paidAt ?? expiredAt ?? new Date(0);',
  ),
  one(
    'tokens-arrived-before-they-are-final',
    'app/money/sweep-tokens.ts',
    'if (entered?.finalized === true) return',
    'if (entered !== undefined) return',
  ),
  one(
    'token-account-left-open',
    'app/money/sweep-tokens.ts',
    'const isOpenKept = isPart ||',
    'const isOpenKept = true || isPart ||',
  ),
  one(
    'token-rent-to-the-donation',
    'solana/token-sweep-transaction.ts',
    '[closeTo(feePayer.address)]',
    '[closeTo(from.address)]',
  ),
  one(
    'sol-with-tokens-to-the-house',
    'solana/sign-tokens.ts',
    'const rentLamports = hasStray(ground.lamports, rent) ? rent.ofTokens : null;',
    'const rentLamports = null;',
  ),
  one(
    'tokens-in-part-after-all',
    'solana/token-sweep-transaction.ts',
    'amount: units,',
    'amount: isPart ? units - 1n : units,',
  ),
  one(
    'tokens-not-watched-after-expiry',
    'postgres/money/token-watch-store.ts',
    'where next_read_at <= ${now}\n',
    'where is_open and next_read_at <= ${now}\n',
  ),
  one(
    'tokens-expired-by-mistake-stay-so',
    'postgres/donations/save-token-side.ts',
    'if (ended !== null) await trx.executeQuery(ended);',
    '',
  ),
  one(
    'tokens-taken-back-are-not-followed',
    'postgres/donations/save-token-side.ts',
    'if (again !== null) await trx.executeQuery(again);',
    '',
  ),
  one(
    'tokens-that-one-node-tells-otherwise-stay',
    'app/money/record-tokens.ts',
    'if (!(await correctEntries(ports, log, recorded.donation, books))) return recorded;',
    'return recorded;',
  ),
  one(
    'frozen-tokens-given-up',
    'app/money/sweep-tokens.ts',
    "if ('refused' in signed) return refuse(",
    "if ('refused' in signed && signed.refused === 'account_frozen') return null;\n  if ('refused' in signed) return refuse(",
  ),
  one('sol-pays-for-tokens', 'domain/donation.ts', 'if (donation.token !== null) return entered;', ''),
];
