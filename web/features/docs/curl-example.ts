import type { DocumentedCall } from './openapi.ts';
import { ownFields, readSchema } from './schema-fields.ts';

/** A call for a shell: TOKEN, names of parameters in capitals and '…' are to be replaced. */
export function curlExample({ method, url, needsToken, parameters, body, bodyType }: DocumentedCall): string {
  const query = parameters
    .filter(({ place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`);
  // Braces would mean a range of addresses to curl.
  const path = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${[path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}'`,
    ...(needsToken ? ["-H 'Authorization: Bearer TOKEN'"] : []),
    ...(bodyType === 'multipart/form-data' ? ['-F audio=@clip.mp3'] : []),
    ...(bodyType === 'application/json'
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(sampleOf(body))}'`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** A value of a schema's form: what must be there, or the first field where nothing must. */
function sampleOf(schema: unknown): unknown {
  const read = readSchema(schema);
  if (read.const !== undefined) return read.const;
  if (read.enum !== undefined) return read.enum[0];
  if (read.anyOf !== undefined) return sampleOf(read.anyOf[0]);
  switch (Array.isArray(read.type) ? read.type[0] : read.type) {
    case 'object': {
      const fields = ownFields(read);
      const wanted = fields.filter(({ isRequired }) => isRequired);
      const shown = wanted.length > 0 ? wanted : fields.slice(0, 1);
      return Object.fromEntries(shown.map(({ key, child }) => [key, sampleOf(child)]));
    }
    case 'array':
      return [sampleOf(read.items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return read.minimum ?? 1;
    default:
      return '…';
  }
}
