/**
 * Runs in the page: words that reach out of a box that neither scrolls nor shortens them with an ellipsis, and buttons
 * that reach into the margin. Words in a line that its box hides whole are only read out.
 */
export function wordsOutside(): string[] {
  const margin = document.body.classList.contains('dock') ? 0 : 20;
  const outside = [...document.querySelectorAll('main section .btn')]
    .filter((button) => button.getBoundingClientRect().right > innerWidth - margin + 1)
    .map((button) => button.textContent);
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = node.textContent?.trim();
    const holder = node.parentElement;
    if (
      !words ||
      holder === null ||
      holder.closest('.sr, .seg-word, [inert], option, pre, .pv, .clip') !== null
    )
      continue;
    range.selectNodeContents(node);
    const { left, right, top, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    let box: Element | null = holder;
    while (box !== null && /^(?:inline|contents)$/.test(getComputedStyle(box).display))
      box = box.parentElement;
    const isWrappedOutOfSight =
      box !== null &&
      getComputedStyle(box).overflowY === 'hidden' &&
      top >= box.getBoundingClientRect().bottom - 1;
    if (isWrappedOutOfSight) continue;
    const isOutside = [box, holder.closest('.card > :not(.desk-lists), .desk-lists > *')].some((around) => {
      const edges = around?.getBoundingClientRect();
      return edges !== undefined && (right > edges.right + 1 || left < edges.left - 1);
    });
    if (isOutside) outside.push(words);
  }
  return outside;
}
