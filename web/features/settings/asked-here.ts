let isAsked = false;

/** Remembers that the deletion was asked for on this page, where the focus was on what goes away with it. */
export function rememberAsked(): void {
  isAsked = true;
}

/** Whether it was, once: the note that comes of it takes the focus. */
export function takeAsked(): boolean {
  const wasAsked = isAsked;
  isAsked = false;
  return wasAsked;
}
