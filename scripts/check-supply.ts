import { askForSignatures, askForVulnerabilities } from './supply/ask-registry.ts';
import {
  listLicenceFaults,
  listLockfileFaults,
  listRangeFaults,
  listScriptFaults,
} from './supply/list-faults.ts';
import { readLockfile, readManifest } from './supply/lockfile.ts';

// Whether what is installed is what was decided on. Ends with 1 on anything that is known to be wrong; what the
// registry does not answer is named as not checked, and stops nobody.
const root = new URL('../', import.meta.url);
const [packages, manifest] = await Promise.all([readLockfile(root), readManifest(root)]);
const faults = [
  ...listLockfileFaults(packages),
  ...listRangeFaults(manifest),
  ...listScriptFaults(packages, manifest),
  ...listLicenceFaults(packages),
];
const verdicts = await Promise.all([askForVulnerabilities(root), askForSignatures(root)]);
const [vulnerabilities, signatures] = verdicts;
for (const fault of faults) console.error(`✗ ${fault}`);
console.log(
  `${packages.length} packages: ${faults.length === 0 ? 'contents, licences and install scripts as decided' : `${faults.length} faults`}`,
);
console.log(`vulnerabilities: ${vulnerabilities.state} (${vulnerabilities.words})`);
console.log(`signatures: ${signatures.state} (${signatures.words})`);
process.exitCode = faults.length > 0 || verdicts.some(({ state }) => state === 'bad') ? 1 : 0;
