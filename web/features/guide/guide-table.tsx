import type { Inline } from './guide-markup.ts';
import { GuideWords } from './guide-words.tsx';

/** A table; on phones each row stands by itself, and where it has more than two cells, with the words of the head. */
export function GuideTable({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <table className={head.length > 2 ? 'guide-table wide' : 'guide-table'}>
      <thead>
        <tr>
          {head.map((words, column) => (
            <th key={column} scope="col">
              <GuideWords words={words} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((words, column) => (
              <td key={column} data-head={plainText(head[column] ?? [])}>
                <span>
                  <GuideWords words={words} />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function plainText(words: readonly Inline[]): string {
  return words.map(({ text }) => text).join('');
}
