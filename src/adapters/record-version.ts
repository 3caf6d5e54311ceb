/** Generates the version of a record: 53 random bits, so that a version is never used again. */
export function generateRecordVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high >>> 11) * 2 ** 32 + low
}
