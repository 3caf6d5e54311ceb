import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment, Fleet } from './fleet.js'

const oldSecret = 'the old secret of the scale test, 32 characters'
const newSecret = 'the new secret of the scale test, 32 characters'

/** The initial environment of the processes. */
export const initialSecrets: Environment = { AUTH_SECRET: oldSecret }

/** `AUTH_SECRET_1` is newer than `AUTH_SECRET`. The newest secret encrypts. */
const secretsWithOldActive: Environment = { AUTH_SECRET: newSecret, AUTH_SECRET_1: oldSecret }
const secretsWithNewActive: Environment = { AUTH_SECRET: oldSecret, AUTH_SECRET_1: newSecret }

/** Rotates the secret in two deploys: first all processes can decrypt with it, then all encrypt with it. */
export async function rotate(fleet: Fleet, seconds: number): Promise<void> {
  for (const changes of [secretsWithOldActive, secretsWithNewActive]) {
    await sleep((seconds * 1_000) / 3)
    await fleet.deploy(changes)
  }
}

/** Rotates the secret in one slow deploy, so that some processes cannot decrypt what others encrypted. */
export async function rotateAtOnce(fleet: Fleet): Promise<void> {
  await sleep(3_000)
  await fleet.deploy(secretsWithNewActive, 5_000)
}
