import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { fire, repeatWithSeeds } from '../support/fire.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import type { SharedStore } from './race-app.js'

const timeout = 30_000 + fire.rounds * 5_000
const limited = 'limited'
const rejected = `${origin}/auth/signin?error=CredentialsSignin&code=credentials`

/** Runs parallel guesses against processes that share a record store. */
export function describeThrottlingRaces(
  name: string,
  open: () => Promise<{ store: SharedStore; close?: () => Promise<void> }>,
): void {
  describe(`throttling on ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined

    beforeAll(async () => {
      opened = await open()
    })

    afterAll(() => opened?.close?.())

    test('of 16 concurrent wrong passwords, exactly ten are verified', { timeout }, async () => {
      await repeatWithSeeds(fire.rounds, async () => {
        const app = createGuessingApp(opened?.store)
        const answers = await Promise.all(Array.from({ length: 16 }, () => app.guess('wrong')))
        expect(answers.sort()).toEqual([
          ...Array.from({ length: 10 }, () => rejected),
          ...Array.from({ length: 6 }, () => limited),
        ])
        expect(app.verified).toHaveLength(10)
      })
    })

    test('after the delay, one of 16 concurrent passwords is verified', { timeout }, async () => {
      const app = createGuessingApp(opened?.store, { limit: 1, delay: 2 })
      expect(await app.guess('wrong')).toBe(rejected)
      expect(await app.guess('wrong')).toBe(limited)
      await new Promise(resolve => setTimeout(resolve, 2100))
      const answers = await Promise.all(Array.from({ length: 16 }, () => app.guess('wrong')))
      expect(answers.filter(answer => answer === rejected)).toHaveLength(1)
      expect(app.verified).toHaveLength(2)
    })

    test('a success ends the count for all processes', { timeout }, async () => {
      const app = createGuessingApp(opened?.store, { limit: 3 })
      for (let round = 0; round < 3; round++)
        expect([
          await app.guess('wrong'),
          await app.guess('wrong'),
          await app.guess('correct horse'),
        ]).toEqual([rejected, rejected, origin])
    })
  })
}

/** Creates an app whose processes share the store, with an account of its own. */
function createGuessingApp(store: SharedStore | undefined, account = {}) {
  if (!store) throw new Error('The store did not open.')
  const verified: unknown[] = []
  const email = `${crypto.randomUUID()}@example.com`
  const processes = store.adapters.map(adapter =>
    createTestApp({
      adapter,
      session: { strategy: 'jwt' },
      throttling: { account },
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async ({ password }) => {
            verified.push(password)
            return password === 'correct horse' ? { id: email } : null
          },
        },
      ],
    }),
  )
  let count = 0
  return {
    verified,
    /** Submits a password in a new browser, to one of the processes in turn. */
    async guess(password: string): Promise<string | null> {
      const app = processes[count++ % processes.length]
      const visit = createVisitor(async request => app?.answer(request) ?? Response.error(), origin)
      const response = await submit(visit, { email, password })
      return response.status === 429 ? limited : getLocation(response)
    },
  }
}

async function submit(visit: Visitor, fields: Record<string, string>): Promise<Response> {
  const csrfToken = await visit.getCsrfToken()
  return visit.post('/auth/callback/credentials', { csrfToken, ...fields })
}
