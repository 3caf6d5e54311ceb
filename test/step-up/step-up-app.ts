import type { AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import type { Plugin, StepUpMethod } from 'latchkey/plugins'
import { createAuth, type RequireAuthOptions, toRequestHead } from 'latchkey/server'
import { expect, onTestFinished } from 'vitest'
import { createOnSqlite } from '../contract/sqlite-adapter.js'
import { type AppSetup, ada, createTestApp, credentials, origin } from '../support/app.js'
import { createTestStore, findTestStoreName } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'

/** The page that needs a recent or a stronger sign-in. */
export const pageUrl = `${origin}/billing?tab=cards`

/** A credentials provider with a password. */
export const password = { ...credentials, amr: ['pwd'] }

/** The stores of the tests, which {@link setTestStore} replaces. */
export function listStores(): Readonly<Record<string, () => Promise<Adapter>>> {
  const name = findTestStoreName()
  return name === null ? stores : { [name]: async () => createTestStore() }
}

const stores = {
  memory: async () => createTestStore(),
  SQLite: async () => {
    const { adapter, close } = await createOnSqlite()
    onTestFinished(close)
    return adapter
  },
}

/** The user of {@link password}. */
export const adaUser = { id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null }

/** A plugin whose page accepts anyone: the field of the form names the method. */
export const otp: Plugin = {
  id: 'otp',
  listStepUpMethods: (ctx): StepUpMethod[] => [
    { amr: 'otp', label: 'Use a code', url: `${ctx.pluginUrl}/confirm` },
  ],
  actions: {
    confirm: {
      POST: async ctx => {
        await ctx.raiseSession(['otp'])
        return { redirect: ctx.callbackUrl }
      },
    },
  },
}

/** Creates an app, and what its pages call. */
export async function createStepUpApp(setup: AppSetup = {}) {
  const app = createTestApp({ providers: [password], ...setup })
  await setup.adapter?.createUser?.(adaUser)
  return {
    ...app,
    require: (visit: Visitor, options?: RequireAuthOptions) => requireAuth(app.config, visit, options),
  }
}

/** Requests the page, as a browser navigates. */
export async function requireAuth(
  config: AuthConfig,
  visit: Visitor,
  options?: RequireAuthOptions,
  init: RequestInit & { url?: string } = {},
) {
  const { url = pageUrl, ...rest } = init
  const headers = new Headers({
    accept: 'text/html',
    ...(rest.headers as Record<string, string> | undefined),
  })
  headers.set('cookie', visit.jar.header(url))
  const result = await createAuth(config).requireAuth(
    toRequestHead(new Request(url, { ...rest, headers })),
    options,
  )
  return result
}

/** The step-up page, as its form sees it. */
export interface StepUpPage {
  readonly html: string
  readonly stepUp: string
  readonly csrfToken: string
  readonly callbackUrl: string
}

/** Opens the step-up page that a guarded page redirects to. */
export async function openStepUpPage(
  visit: Visitor,
  result: Awaited<ReturnType<typeof requireAuth>>,
): Promise<StepUpPage> {
  expect(result.redirect).toContain(`${origin}/auth/step-up?`)
  const response = await visit.get(result.redirect ?? '')
  const html = (await response.text()).replace(/<script>.*<\/script>/s, '')
  expect(response.status).toBe(200)
  return {
    html,
    stepUp: readField(html, 'stepUp'),
    csrfToken: readField(html, 'csrfToken'),
    callbackUrl: readField(html, 'callbackUrl'),
  }
}

/** Returns the value of a hidden field. Empty if the page has none. */
function readField(html: string, name: string): string {
  return html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1]?.replaceAll('&amp;', '&') ?? ''
}
