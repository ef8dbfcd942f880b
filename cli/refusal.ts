/** A command cannot do what it was asked to; the message is for the person who typed it, without a stack. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
}

/** A person ended a command at a question, before which it changes nothing. */
export class BrokenOff extends Refusal {
  override readonly name = 'BrokenOff';
  constructor() {
    super('Nothing was changed.');
  }
}

/** A command was typed wrong: nothing was tried, and the exit code says so. */
export class Misuse extends Refusal {
  override readonly name = 'Misuse';
}
