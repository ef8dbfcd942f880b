import { parseAst } from 'vite';

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Attributes and calls whose text a person sees or hears. */
const spoken =
  /^(?:aria-label|aria-description|title|placeholder|alt|label|busyLabel|hint|done|action|reason)$/;
const spokenCalls = /^(?:useTitle|toast|toast\.\w+|copyText)$/;
/** What is written for those who run the product: logs, and errors that nobody should meet. */
const unspoken = /^(?:console\.\w+|super)$/;
const hidden = /^(?:className|d|style|viewBox|id|key|type|href|to|src|rel|role)$/;

const letters = /\p{L}{2}/u;
const sentence = /^\p{Lu}\p{L}*[’']?\p{L}* \p{L}/u;

/** Words for people that stand in the code instead of in the dictionary, as `line: words`. Throws on what does not parse. */
export function findLiteralWords(code: string): string[] {
  const found: string[] = [];
  const say = (node: Node, text: string) => {
    const line = code.slice(0, node.start).split('\n').length;
    found.push(`${line}: ${text.trim().replace(/\s+/g, ' ')}`);
  };
  visit(parseAst(code, { lang: 'tsx' }) as unknown as Node, false, say);
  return found;
}

type Say = (node: Node, text: string) => void;

/** `isSpoken`: any text below this node is for people; elsewhere only what reads like a sentence. */
function visit(node: Node, isSpoken: boolean, say: Say): void {
  if (isLeftOut(node)) return;
  if (node.type === 'JSXText' && letters.test(text(node))) say(node, text(node));
  if (node.type === 'Literal' || node.type === 'TemplateElement') {
    if ((isSpoken ? letters : sentence).test(text(node))) say(node, text(node));
    return;
  }
  const inside = isSpoken || isSpokenPlace(node);
  // What is compared or looked up is a key, not a word.
  const isKey = ['BinaryExpression', 'MemberExpression', 'CallExpression'].includes(node.type);
  for (const value of Object.values(node)) {
    const isOpen = inside && !(isKey && !isSpokenPlace(node));
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, isOpen, say);
  }
}

function isLeftOut(node: Node): boolean {
  if (node.type.startsWith('Import') || node.type.startsWith('TS')) return !node.type.endsWith('Expression');
  if (node.type === 'NewExpression') return nameOf(node['callee']).endsWith('Error');
  if (node.type === 'CallExpression') return unspoken.test(nameOf(node['callee']));
  if (node.type === 'Property') return hidden.test(nameOf(node['key']));
  return node.type === 'JSXAttribute' && hidden.test(nameOf(node['name']));
}

function isSpokenPlace(node: Node): boolean {
  if (node.type === 'JSXAttribute') return spoken.test(nameOf(node['name']));
  return node.type === 'CallExpression' && spokenCalls.test(nameOf(node['callee']));
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'Super') return 'super';
  if (value.type !== 'MemberExpression') return typeof value['name'] === 'string' ? value['name'] : '';
  return `${nameOf(value['object'])}.${nameOf(value['property'])}`;
}

function text(node: Node): string {
  const { value } = node;
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
