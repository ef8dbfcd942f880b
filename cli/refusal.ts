/** A command cannot do what it was asked to; the message is for the person who typed it, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
