import { expect, test } from 'vitest';
import { commands } from './commands.ts';

const width = 120;
/** So much earlier than it has to a line may end. */
const slack = 12;

/** Lines of running text that end before the next word would have had to go below. */
function listShortLines(help: string): string[] {
  const lines = help.split('\n');
  return lines.filter((line, index) => {
    const [word = ''] = (lines[index + 1] ?? '').split(' ');
    const goesOn = /^\S/.test(line) && word !== '' && !line.startsWith('Usage: ');
    return goesOn && `${line} ${word}`.length <= width - slack;
  });
}

test.each(Object.entries(commands))('the lines of "%s --help" are even', (_, { help }) => {
  expect(help.split('\n').filter(({ length }) => length > width)).toEqual([]);
  expect(listShortLines(help)).toEqual([]);
});
