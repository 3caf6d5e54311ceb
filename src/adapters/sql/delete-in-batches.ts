/** Rows per step: some milliseconds of the write lock. */
const batchSize = 1_000

/** Deletes step by step until less than a whole step is left; between two of them others have their turn. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const deletedCount = await deleteBatch(batchSize)
    total += deletedCount
    if (deletedCount < batchSize) return total
    await new Promise(resolve => setTimeout(resolve))
  }
}
