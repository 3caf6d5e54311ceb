import { toError } from '../base/to-error.js'
import type { Settings } from '../types/context.js'

type AfterResponseSettings = Pick<Settings, 'waitUntil' | 'logger'>

/** Hands work to `waitUntil` if the app sets it. Otherwise waits for it, and passes its failure on. */
export async function runAfterResponseIfPossible(
  { waitUntil, logger }: AfterResponseSettings,
  task: Promise<void>,
): Promise<void> {
  if (!waitUntil) return await task
  const settled = task.catch((error: unknown) => logger.error(toError(error)))
  try {
    waitUntil(settled)
  } catch (error) {
    logger.error(toError(error))
    await settled
  }
}

/** Runs a task after the response if possible. A failure is logged. */
export async function runAfterResponse(
  settings: AfterResponseSettings,
  task: () => Promise<void>,
): Promise<void> {
  const logged = task().catch((error: unknown) => settings.logger.error(toError(error)))
  await runAfterResponseIfPossible(settings, logged)
}
