import type { AuthConfig } from 'latchkey'
import type { Adapter, RecordStore } from 'latchkey/adapters'
import { createAuth, originChecked, type RequestHead, toRequestHead } from 'latchkey/server'
import { type AppSetup, createTestApp, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import type { CookieJar } from '../support/cookie-jar.js'
import { createMaliciousProvider, type UserClaims } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

type AppConfig = Omit<AuthConfig, 'raw'>

/** The stores of an app. A published adapter has a record store beside it. */
export interface RevocationStore {
  /** @default none: users are not stored */
  readonly adapter?: Adapter
  readonly records?: RecordStore
}

export type Strategy = 'jwt' | 'database'
export const strategies: readonly Strategy[] = ['jwt', 'database']

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser of an app: what it sends, and what server code of its requests does. */
export interface Browser {
  readonly visit: Visitor
  /** Returns the head of a request of this browser, for server code. */
  toHead(headers?: Record<string, string>): RequestHead
  signIn(): Promise<void>
  /** Returns whether the user is signed in. */
  isSignedIn(): Promise<boolean>
  getCookie(): string | undefined
}

/** Creates an app with sessions that can be ended. Its user is new, so that tests can share a store. */
export function createRevocableApp(
  { adapter, records }: RevocationStore,
  { session, ...setup }: AppSetup = {},
) {
  const id = crypto.randomUUID()
  const user: UserClaims = {
    sub: id,
    name: 'Grace Hopper',
    email: `${id}@example.com`,
    email_verified: true,
    picture: 'https://op.example/grace.png',
  }
  const op = createMaliciousProvider()
  const app = createTestApp({
    op,
    ...(adapter && { adapter }),
    ...(records && { records }),
    revocation: { maxStale: 0 },
    callbacks: { session: ({ session, user, token }) => ({ ...session, userId: user?.id ?? token?.sub }) },
    ...setup,
    session: { updateAge: 0, ...session },
  })
  const { raw: _, ...config }: AuthConfig = app.config
  return {
    ...app,
    config,
    auth: createAuth(config),
    open: (options: { readonly address?: string; readonly userAgent?: string } = {}) =>
      openBrowser(config, { op, user, ...options }),
    /** Opens a browser of this app with another configuration, with the cookies of another browser. */
    openOn: (
      other: AppConfig,
      { visit, sub = id }: { readonly visit?: Visitor; readonly sub?: string } = {},
    ) =>
      openBrowser(other, {
        op,
        user: { ...user, sub, email: `${sub}@example.com` },
        ...(visit && { jar: visit.jar }),
      }),
    /** Returns the id of the user, who is signed in. */
    async getUserId(browser: Browser): Promise<string> {
      return String((await browser.visit.getSession())?.['userId'])
    },
  }
}

interface BrowserOptions {
  readonly op: ReturnType<typeof createMaliciousProvider>
  readonly user: UserClaims
  readonly address?: string
  readonly userAgent?: string
  readonly jar?: CookieJar
}

/** Opens a browser of the app. Apps of several processes may share it. */
function openBrowser(
  config: AppConfig,
  { op, user, address = '192.0.2.77', userAgent = firefox, jar }: BrowserOptions,
): Browser {
  const auth = createAuth(config)
  const getClientAddress = () => address
  const visit = createVisitor(
    async request => {
      request.headers.set('user-agent', userAgent)
      return auth.handler(request, { getClientAddress })
    },
    origin,
    jar ? { jar } : {},
  )
  return {
    visit,
    toHead(headers = {}) {
      const cookie = visit.jar.header(new URL(origin), { method: 'GET', crossSite: false })
      const request = new Request(`${origin}/account`, {
        headers: {
          host: new URL(origin).host,
          'user-agent': userAgent,
          ...(cookie && { cookie }),
          ...headers,
        },
      })
      return { ...toRequestHead(request), getClientAddress }
    },
    async signIn() {
      await runRoundTrip(visit, op, { as: user })
    },
    isSignedIn: async () => (await visit.getSession()) !== null,
    getCookie: () => visit.jar.get(sessionCookie)?.value,
  }
}

/** Server code of a framework that verified the origin. */
export const checked = { originCheck: originChecked } as const
