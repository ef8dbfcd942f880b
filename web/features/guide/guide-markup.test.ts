import { expect, test } from 'vitest';
import { parseGuide, parseInline } from './guide-markup.ts';

test('blocks are told apart by their first characters', () => {
  const source = `
Two lines
of one paragraph.

1. first
2. second

- item

> a note

! a warning

| Look at | Do |
| this | that \`a\` |

\`\`\`
curl -X POST
\`\`\`

![The dock](dock)

:: key-tree`;
  expect(parseGuide(source)).toEqual([
    { kind: 'paragraph', words: [{ kind: 'text', text: 'Two lines of one paragraph.' }] },
    { kind: 'steps', items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]] },
    { kind: 'list', items: [[{ kind: 'text', text: 'item' }]] },
    { kind: 'note', words: [{ kind: 'text', text: 'a note' }] },
    { kind: 'warning', words: [{ kind: 'text', text: 'a warning' }] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'Look at' }], [{ kind: 'text', text: 'Do' }]],
      rows: [
        [
          [{ kind: 'text', text: 'this' }],
          [
            { kind: 'text', text: 'that ' },
            { kind: 'code', text: 'a' },
          ],
        ],
      ],
    },
    { kind: 'code', text: 'curl -X POST' },
    { kind: 'picture', name: 'dock', alt: 'The dock' },
    { kind: 'figure', name: 'key-tree' },
  ]);
});

test('words within a line may be strong, code or a link', () => {
  expect(parseInline('Press **Skip**, or `S`: see [the dock](/guide/alerts#dock).')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'strong', text: 'Skip' },
    { kind: 'text', text: ', or ' },
    { kind: 'code', text: 'S' },
    { kind: 'text', text: ': see ' },
    { kind: 'link', text: 'the dock', href: '/guide/alerts#dock' },
    { kind: 'text', text: '.' },
  ]);
});
