/** Rows per batch: the write lock is held for some milliseconds. */
const batchSize = 1_000

/** Deletes in batches until a batch is not full, and returns the total. Other calls can run between two batches. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const deletedCount = await deleteBatch(batchSize)
    total += deletedCount
    if (deletedCount < batchSize) return total
    await new Promise(resolve => setTimeout(resolve))
  }
}
