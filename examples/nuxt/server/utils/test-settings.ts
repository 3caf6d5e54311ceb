/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests of the test suite overlap. Your app does not need it. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
