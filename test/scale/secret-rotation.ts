import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment, Fleet } from './fleet.js'

const oldSecret = 'a secret that all have had for years'
const newSecret = 'a secret that nobody has heard of yet'

/** What the processes begin with. */
export const initialSecrets: Environment = { AUTH_SECRET: oldSecret }

/** `AUTH_SECRET_1` counts as newer than `AUTH_SECRET`, and the newest seals. */
const secretsWithOldActive: Environment = { AUTH_SECRET: newSecret, AUTH_SECRET_1: oldSecret }
const secretsWithNewActive: Environment = { AUTH_SECRET: oldSecret, AUTH_SECRET_1: newSecret }

/** First everybody learns to open what the new secret sealed, then everybody seals with it. */
export async function rotate(fleet: Fleet, seconds: number): Promise<void> {
  for (const news of [secretsWithOldActive, secretsWithNewActive]) {
    await sleep((seconds * 1_000) / 3)
    await fleet.deploy(news)
  }
}

/** Some seal with what others cannot open yet, and for so long that people meet both. */
export async function rotateAtOnce(fleet: Fleet): Promise<void> {
  await sleep(3_000)
  await fleet.deploy(secretsWithNewActive, 5_000)
}
