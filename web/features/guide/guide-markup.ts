/** A run of words within a line. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** A part of a section. `name` is that of a picture or a figure. */
export type Block =
  | { kind: 'paragraph' | 'note' | 'warning'; words: Inline[] }
  | { kind: 'steps' | 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; name: string; alt: string }
  | { kind: 'figure'; name: string };

const fence = '```';
const inlinePattern = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g;
const picturePattern = /^!\[(?<alt>[^\]]+)\]\((?<name>[\w-]+)\)$/;

/**
 * Reads the text of a section. Blocks stand apart by an empty line:
 *
 * | first characters | block |
 * | --- | --- |
 * | `1. ` | steps, one a line |
 * | `- ` | list, one a line |
 * | `> `, `! ` | note, warning |
 * | `\| ` | table, the first row is its head |
 * | three backticks | code, as it stands, without empty lines, until three more |
 * | `![words](name)` | picture with its alternative text |
 * | `:: name` | figure that is drawn by the page |
 *
 * Anything else is a paragraph. Within a line: `**strong**`, `` `code` ``, `[words](address)`.
 */
export function parseGuide(source: string): Block[] {
  return source
    .trim()
    .split(/\n{2,}/)
    .map((block) => parseBlock(block.trim()));
}

/** Reads the words of one line. */
export function parseInline(line: string): Inline[] {
  const words: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(inlinePattern)) {
    if (match.index > end) words.push({ kind: 'text', text: line.slice(end, match.index) });
    words.push(inlineOf(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < line.length) words.push({ kind: 'text', text: line.slice(end) });
  return words;
}

function inlineOf({ strong, code, label = '', href = '' }: Record<string, string | undefined>): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (code !== undefined) return { kind: 'code', text: code };
  return { kind: 'link', text: label, href };
}

function parseBlock(block: string): Block {
  const lines = block.split('\n');
  if (block.startsWith(fence)) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  const picture = picturePattern.exec(block)?.groups;
  if (picture !== undefined)
    return { kind: 'picture', name: picture['name'] ?? '', alt: picture['alt'] ?? '' };
  if (block.startsWith(':: ')) return { kind: 'figure', name: block.slice(3) };
  if (block.startsWith('1. ')) return { kind: 'steps', items: itemsOf(lines, /^\d+\. /) };
  if (block.startsWith('- ')) return { kind: 'list', items: itemsOf(lines, /^- /) };
  if (block.startsWith('| ')) return tableOf(lines);
  if (block.startsWith('> ')) return { kind: 'note', words: parseInline(block.slice(2)) };
  if (block.startsWith('! ')) return { kind: 'warning', words: parseInline(block.slice(2)) };
  return { kind: 'paragraph', words: parseInline(lines.join(' ')) };
}

function itemsOf(lines: string[], mark: RegExp): Inline[][] {
  return lines.map((line) => parseInline(line.replace(mark, '')));
}

function tableOf(lines: string[]): Block {
  const [head = [], ...rows] = lines.map((line) => line.slice(2, -2).split(' | ').map(parseInline));
  return { kind: 'table', head, rows };
}
