/** What is handed to another thread, or comes from one: memory that is moved there is not copied. Who gave it has it no more. */
export class Moving<T> {
  readonly value: T;
  readonly buffers: ArrayBuffer[];

  constructor(value: T, buffers: ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}
