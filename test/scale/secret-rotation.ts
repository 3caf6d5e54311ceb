import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment, Fleet } from './fleet.js'

const old = 'a secret that all have had for years'
const fresh = 'a secret that nobody has heard of yet'

/** What the processes begin with. */
export const atFirst: Environment = { AUTH_SECRET: old }

/** `AUTH_SECRET_1` counts as newer than `AUTH_SECRET`, and the newest seals. */
const known: Environment = { AUTH_SECRET: fresh, AUTH_SECRET_1: old }
const used: Environment = { AUTH_SECRET: old, AUTH_SECRET_1: fresh }

/** First everybody learns to open what the new secret sealed, then everybody seals with it. */
export async function rotate(fleet: Fleet, seconds: number): Promise<void> {
  for (const news of [known, used]) {
    await sleep((seconds * 1_000) / 3)
    await fleet.deploy(news)
  }
}

/** Some seal with what others cannot open yet, and for so long that people meet both. */
export async function rotateAtOnce(fleet: Fleet): Promise<void> {
  await sleep(3_000)
  await fleet.deploy(used, 5_000)
}
