import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import { type Client, createClient } from 'latchkey/client'
import { describe, expect, test, vi } from 'vitest'
import { ada, credentials, origin, secret } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createVisitor } from '../support/visitor.js'

/** Each session request reissues the token, and each update adds its value to it. */
function createConfig(): AuthConfig {
  return {
    secret,
    trustHost: true,
    providers: [credentials],
    session: { updateAge: 0 },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, name: `${token.name}${String(session)}` } : token,
    },
  }
}

/** A network that holds each response until the test releases it. A browser stores cookies when a response arrives. */
class HeldNetwork {
  readonly sent: string[] = []
  readonly jar = new CookieJar()
  readonly #held: (() => void)[] = []
  /** Two servers of one app, which respond alternately. */
  readonly #servers = [createConfig(), createConfig()].map(
    config => (request: Request) => Auth(request, config),
  )

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(String(input), origin), init)
    request.headers.set('cookie', this.jar.header(origin))
    request.headers.set('sec-fetch-site', 'same-origin')
    const name = `${request.method} ${new URL(request.url).pathname.replace('/auth/', '')}`
    this.sent.push(name)
    const response = await this.#respond(request)
    if (name !== 'GET csrf') await new Promise<void>(resolve => this.#held.push(resolve))
    this.jar.storeCookies(origin, response)
    return response
  }

  #respond(request: Request): Promise<Response> {
    const [server] = this.#servers.reverse()
    if (!server) throw new Error('Expected two servers.')
    return server(request)
  }

  async signIn(): Promise<Client> {
    await createVisitor(this.#servers[0] ?? Response.error, origin, { jar: this.jar }).signInWithCredentials(
      ada,
    )
    return createClient({ fetch: this.fetch })
  }

  /** Releases the responses one by one until the work is done. `choose` picks one of the held responses. */
  async release(work: readonly Promise<unknown>[], choose: (count: number) => number): Promise<void> {
    let isDone = false
    const done = Promise.allSettled(work).then(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise(resolve => setTimeout(resolve, 5))
      this.#held.splice(choose(this.#held.length), 1)[0]?.()
    }
    await done
  }

  async readName(): Promise<unknown> {
    const visit = createVisitor(request => this.#respond(request), origin, { jar: this.jar })
    return (await visit.getSession())?.['user']
  }
}

/** Waits until a request was sent. */
async function expectSent(network: HeldNetwork, name: string): Promise<void> {
  await vi.waitFor(() => expect(network.sent).toContain(name), { timeout: 30_000 })
}

const newestFirst = (count: number) => count - 1

describe('an update of a JWT session', () => {
  test('is not overwritten by an earlier session request whose response arrives later', async () => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const reading = client.getSession()
    const updating = client.update('!')
    await network.release([reading, updating], newestFirst)
    expect(await updating).toMatchObject({ user: { name: 'Ada!' } })
    expect(await network.readName()).toMatchObject({ name: 'Ada!' })
  })

  test('is not overwritten by a session request during the update', async () => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const updating = client.update('!')
    const reading = client.getSession()
    await network.release([reading, updating], newestFirst)
    expect(await reading).toMatchObject({ user: { name: 'Ada!' } })
    expect(await network.readName()).toMatchObject({ name: 'Ada!' })
  })

  test('is sent after a session request that failed', async () => {
    let isFirst = true
    const network = new HeldNetwork()
    await network.signIn()
    const client = createClient({
      fetch: async (input, init) => {
        if (!isFirst) return network.fetch(input, init)
        isFirst = false
        throw new TypeError('Failed to fetch')
      },
    })
    const reading = client.getSession()
    const updating = client.update('!')
    await expect(reading).rejects.toThrow('did not respond')
    await network.release([updating], newestFirst)
    expect(await network.readName()).toMatchObject({ name: 'Ada!' })
  })

  test('is kept with other updates and session requests, in any order of responses', async () => {
    const calls = fc.array(fc.constantFrom('getSession', 'update'), { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(calls, fc.infiniteStream(fc.nat(4)), async (names, picks) => {
        const network = new HeldNetwork()
        const client = await network.signIn()
        const work = names.map((name, index) =>
          name === 'update' ? client.update(index) : client.getSession(),
        )
        await network.release(work, count => (picks.next().value ?? 0) % Math.max(count, 1))
        const updates = names.map((name, index) => (name === 'update' ? index : '')).join('')
        expect(await network.readName()).toMatchObject({ name: `Ada${updates}` })
      }),
      { numRuns: 30 },
    )
  }, 30_000)
})

describe('a sign-out with a JWT session', () => {
  const stay = { redirect: false } as const

  test.each([
    ['a session request', 'GET session', (client: Client) => client.getSession()],
    ['an update', 'POST session', (client: Client) => client.update('!')],
  ])('is not undone by %s whose response arrives later', async (_, name, send) => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const earlier = send(client)
    await expectSent(network, name)
    const signingOut = client.signOut(stay)
    await network.release([earlier, signingOut], newestFirst)
    expect(await signingOut).toMatchObject({ ok: true })
    expect(await network.readName()).toBeUndefined()
  })

  test('is not undone by a session request during the sign-out', async () => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const signingOut = client.signOut(stay)
    const reading = client.getSession()
    await network.release([signingOut, reading], newestFirst)
    expect(await reading).toBeNull()
    expect(await network.readName()).toBeUndefined()
  })

  test('is sent after five seconds if an earlier response does not arrive', async () => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const reading = client.getSession()
    await expectSent(network, 'GET session')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const signingOut = client.signOut(stay)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(network.sent).not.toContain('POST signout')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expectSent(network, 'POST signout')
    await network.release([signingOut, reading], newestFirst)
    expect(await signingOut).toMatchObject({ ok: true })
  })
})

describe('a sign-in on the page', () => {
  test('is not overwritten by an earlier session request whose response arrives later', async () => {
    const network = new HeldNetwork()
    const client = await network.signIn()
    const reading = client.getSession()
    await expectSent(network, 'GET session')
    const grace = { ...ada, email: 'grace@example.com' }
    const signingIn = client.signIn('credentials', { ...grace, redirect: false })
    await network.release([reading, signingIn], newestFirst)
    expect(await signingIn).toMatchObject({ ok: true })
    expect(await network.readName()).toMatchObject({ email: grace.email })
  })
})
