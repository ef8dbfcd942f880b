import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { readLockfile } from './supply/lockfile.ts';
import { readLicences } from './supply/policy.ts';

// Writes sbom.json: everything that may be installed, as CycloneDX 1.6. Not by `npm sbom`, which refuses a tree in which
// any package wants another version of an optional neighbour.
const root = new URL('../', import.meta.url);
const components = (await readLockfile(root)).map(({ name, version, place, license, integrity, dev }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const expression = readLicences[name]?.licence ?? license;
  const content = Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': `${purl}#${place}`,
    name,
    version,
    purl,
    scope: dev === true ? 'excluded' : 'required',
    hashes: [{ alg: 'SHA-512', content }],
    ...(expression !== undefined && { licenses: [{ expression }] }),
  };
});
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: { type: 'application', name: 'brava' } },
  components,
};
await writeFile(new URL('sbom.json', root), `${JSON.stringify(document, null, 2)}\n`);
console.log(`sbom.json: ${components.length} packages`);
