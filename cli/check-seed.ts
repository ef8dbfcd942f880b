import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { readEpoch } from '#server/solana/key-epoch.ts';
import { isSeedFileSealed } from '#server/solana/seed-file.ts';
import type { CommandContext } from './command.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { openVaultOf } from './open-vault.ts';

/** What is known of the seed: no fingerprint of one that is missing, or cannot be used. */
export type SeedState = { fingerprint: string | null; isMissing: boolean };

/** Where the seed is, who can read it, and whether it opens. */
export async function checkSeed(context: CommandContext): Promise<SeedState & { findings: Finding[] }> {
  const { config } = context;
  try {
    const isSealed = config.masterSeed === null ? await isSeedFileSealed(config.seedFile) : false;
    if (isSealed === null) {
      const what = `There is no master seed in ${config.seedFile} yet`;
      const first = 'the first start makes it, unless the database was made with one';
      return { findings: [ok(`${what}: ${first}`)], fingerprint: null, isMissing: true };
    }
    const { fingerprint } = await openVaultOf(context);
    const where = config.masterSeed === null ? config.seedFile : 'the environment (MASTER_SEED)';
    const how = isSealed ? ', encrypted' : '';
    const findings = [ok(`The master seed is in ${where}${how}; its fingerprint is ${fingerprint}`)];
    if (config.masterSeed === null) findings.push(...(await checkFile(context, isSealed)));
    return { findings, fingerprint, isMissing: false };
  } catch (error) {
    const todo = error instanceof Error ? error.message : String(error);
    const findings = [problem('The master seed cannot be used', todo)];
    return { findings, fingerprint: null, isMissing: false };
  }
}

async function checkFile({ config }: CommandContext, isSealed: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  const folder = dirname(config.seedFile);
  const { mode } = await stat(folder);
  if ((mode & 0o022) !== 0) {
    findings.push(
      problem(`Other users may write to ${folder}`, `They could swap the seed. Run: chmod go-w "${folder}"`),
    );
  }
  if (!relative(config.dataDir, config.seedFile).startsWith(`..${sep}`)) {
    findings.push(
      warning(
        'The seed lies in the data folder',
        'A copy of that folder would hold the keys too: move it away and set SEED_FILE.',
      ),
    );
  }
  if (!isSealed && config.seedPassphrase !== null) {
    findings.push(
      warning(
        'SEED_PASSPHRASE is set, but the seed file is not encrypted',
        'Run: npm run brava -- seed encrypt',
      ),
    );
  }
  if ((await readEpoch(config.seedFile)) < 0) {
    findings.push(
      warning(
        `${config.seedFile}.epochs is missing`,
        'It numbers the databases of this seed: put it back if there ever was one.',
      ),
    );
  }
  return findings;
}
