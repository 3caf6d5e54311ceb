/** Runs a shorter list and returns whether it still fails. */
export type StillFails<T> = (items: readonly T[]) => Promise<boolean>

/** Removes items from a failing list as long as it fails (delta debugging). */
export async function minimizeFailingList<T>(
  items: readonly T[],
  stillFails: StillFails<T>,
): Promise<readonly T[]> {
  let current = items
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    const shorter = await removeChunk(current, size, stillFails)
    if (shorter) current = shorter
    else if (size === 1) break
    else size = Math.ceil(size / 2)
  }
  return current
}

/** Returns the list without the last chunk that is not needed, or null. */
async function removeChunk<T>(
  items: readonly T[],
  size: number,
  stillFails: StillFails<T>,
): Promise<readonly T[] | null> {
  for (let end = items.length; end > 0; end -= size) {
    const shorter = [...items.slice(0, Math.max(0, end - size)), ...items.slice(end)]
    if (shorter.length < items.length && (await stillFails(shorter))) return shorter
  }
  return null
}

/** Replaces items by simpler ones as long as the list fails. */
export async function simplifyFailingList<T>(
  items: readonly T[],
  stillFails: StillFails<T>,
  listSimpler: (item: T) => readonly T[],
): Promise<readonly T[]> {
  let current = items
  for (const index of items.keys()) {
    const item = current[index]
    if (item === undefined) continue
    for (const simpler of listSimpler(item)) {
      const candidate = current.with(index, simpler)
      if (await stillFails(candidate)) current = candidate
    }
  }
  return current
}
