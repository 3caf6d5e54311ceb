/** Rows per step: some milliseconds of the write lock. */
const step = 1_000

/** Deletes step by step until less than a whole step is left; between two of them others have their turn. */
export async function inSteps(remove: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await remove(step)
    total += removed
    if (removed < step) return total
    await new Promise(resolve => setTimeout(resolve))
  }
}
