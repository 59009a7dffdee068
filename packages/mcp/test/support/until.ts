/** Waits until the condition is true, at most five seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The condition did not come true within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
