/** To be evaluated with a button: it is pressed again before anything that the first press sets going can have come back. */
export async function pressedTwice(button: Element): Promise<void> {
  const pressed = button as HTMLElement;
  pressed.click();
  await Promise.resolve();
  pressed.click();
}
