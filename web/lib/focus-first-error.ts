/**
 * Puts the focus into the first refused field of a form and brings it to the middle of the screen.
 * In the event that refused them, or once they are in the page; nothing happens when no field is refused.
 */
export function focusFirstError(form: HTMLFormElement): void {
  // The refusals are in the page only once this event is over.
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });
}
