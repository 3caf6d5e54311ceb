import { expect } from 'vitest'

/** Expects that `work` takes less processor time of this process, which does not depend on other load of the machine. */
export async function expectCpuTime(maxMs: number, work: () => unknown): Promise<void> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000, 'processor time in milliseconds').toBeLessThan(maxMs)
}
