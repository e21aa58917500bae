import type { FreeObject } from './message.ts';

/** JSON as the wire has it, as text: of free JSON its keys by name, its numbers finite. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON object that is written already, for a field whose content the contract does not describe. */
export function writtenJson(text: string): FreeObject {
  // Whoever writes the wire knows the class; its own keys are nobody's.
  return new WrittenJson(text) as unknown as FreeObject;
}
