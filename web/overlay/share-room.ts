/** As many as `alert-card.css` lets a message have. */
const mostLines = 5;
/** What `overlay.css` keeps free above the first card, in pixels. */
const edge = 24;

/**
 * Gives the messages of a stack the lines that there is room for: one each in turn, the oldest card first, so that a
 * message that is being read is not taken away for a new one.
 *
 * Measures the layout: for when cards or room have changed, and for no other time. Where even the first card is cut off,
 * no message has a line.
 */
export function shareRoom({ children }: HTMLElement): void {
  const cards = [...children] as HTMLElement[];
  for (const card of cards) give(card, 0);
  for (let lines = 1; lines <= mostLines; lines++) {
    for (const card of cards) {
      if (card.dataset['lines'] !== `${lines - 1}`) continue;
      give(card, lines);
      if ((cards[0]?.offsetTop ?? 0) < edge) give(card, lines - 1);
    }
  }
}

function give(card: HTMLElement, lines: number): void {
  card.dataset['lines'] = `${lines}`;
}
