import { listMismatches } from './list-mismatches.ts';
import { type OpenApiDocument, type Operation, readRefusals } from './openapi-document.ts';
import type { FuzzReply } from './fuzz-server.ts';

/** Places in source files, and the words of a database. */
const innards =
  /\bat .{1,80}\.(?:ts|js|mjs):\d|node_modules|\bselect .{1,200} from\b|\binsert into\b|\bviolates\b|\bsyntax error\b|\brelation "|\bkysely\b|\bpostgres/i;

/** Tells what is wrong with a reply by the document, and what no reply may ever hold; empty when all is well. */
export function createJudge(document: OpenApiDocument): (operation: Operation, reply: FuzzReply) => string[] {
  const refusals = readRefusals(document);
  return (operation, reply) => {
    const { status, headers, body } = reply;
    const complaints = [];
    if (status >= 500) complaints.push('a failure of ours');
    if (innards.test(body)) complaints.push('innards in the body');
    if (headers['content-security-policy'] === undefined || headers['x-content-type-options'] === undefined)
      complaints.push('no security headers');
    const content =
      operation.replies.get(String(status)) ?? (status >= 400 ? operation.replies.get('default') : undefined);
    if (content === undefined) return [...complaints, `status ${status} is not declared`];
    if (!String(headers['content-type']).startsWith(content.type))
      return [...complaints, `${String(headers['content-type'])} instead of ${content.type}`];
    const value: unknown = content.type === 'application/json' ? readJson(body) : body;
    complaints.push(...listMismatches(document, content.schema, value));
    if (status >= 400 && refusals.get((value as { code?: string } | null)?.code ?? '') !== status)
      complaints.push(`status ${status} is not the one of its code`);
    return complaints;
  };
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
