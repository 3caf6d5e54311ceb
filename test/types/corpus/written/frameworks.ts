/** Modules of apps with Express, SvelteKit and SolidStart, and of apps that call Auth.js directly. */
export const frameworkSnippets: Readonly<Record<string, string>> = {
  'express-app': `
    import express from 'express'
    import { ExpressAuth } from '@auth/express'
    import GitHub from '@auth/express/providers/github'
    const app = express()
    app.set('trust proxy', true)
    app.use('/auth/*', ExpressAuth({ providers: [GitHub] }))
    app.listen(3000)`,
  'express-splat': `
    import express, { Router } from 'express'
    import { ExpressAuth, type ExpressAuthConfig } from '@auth/express'
    const config: ExpressAuthConfig = { providers: [], basePath: '/account' }
    const router = Router()
    router.use('/account/*splat', ExpressAuth(config))
    export const app = express().use(router)`,
  'express-session': `
    import type { NextFunction, Request, Response } from 'express'
    import { getSession, type Session } from '@auth/express'
    export async function readSession(req: Request, res: Response, next: NextFunction) {
      const session: Session | undefined = res.locals.session ?? (await getSession(req, { providers: [] })) ?? undefined
      res.locals.session = session
      if (!session?.user) return res.redirect('/login')
      return next()
    }`,
  'express-render': `
    import type { Request, Response } from 'express'
    import { type ExpressAuthConfig, getSession } from '@auth/express'
    declare const config: ExpressAuthConfig
    export const home = async (req: Request, res: Response) => {
      const session = await getSession(req, config)
      res.json({ user: session?.user, name: session?.user?.name, expires: session?.expires })
    }`,
  'express-adapter': `
    import { ExpressAuth, type ExpressAuthConfig } from '@auth/express'
    import type { Adapter } from '@auth/express/adapters'
    import Credentials from '@auth/express/providers/credentials'
    declare const adapter: Adapter
    export const config: ExpressAuthConfig = {
      adapter, trustHost: true, providers: [Credentials({ credentials: { username: { label: 'Username' } }, async authorize({ username }) {
        return typeof username === 'string' ? { id: '1', name: username } : null } })],
      callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user?.id } }) },
    }
    export const handler = ExpressAuth(config)`,
  'express-errors': `
    import { AuthError, CredentialsSignin, customFetch } from '@auth/express'
    import GitHub from '@auth/express/providers/github'
    export class Locked extends CredentialsSignin { code = 'locked' }
    export const isLocked = (error: unknown) => error instanceof AuthError && error.type === 'CredentialsSignin'
    export const provider = GitHub({ [customFetch]: (...input: Parameters<typeof fetch>) => fetch(...input) })`,

  'sveltekit-auth': `
    import { SvelteKitAuth } from '@auth/sveltekit'
    import GitHub from '@auth/sveltekit/providers/github'
    export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub], trustHost: true })`,
  'sveltekit-configuration-function': `
    import { SvelteKitAuth } from '@auth/sveltekit'
    import GitHub from '@auth/sveltekit/providers/github'
    export const { handle } = SvelteKitAuth(async event => ({
      providers: [GitHub({ clientId: event.platform ? 'edge' : 'node', clientSecret: event.url.hostname })],
      secret: 'secret', trustHost: true,
    }))`,
  'sveltekit-sequence': `
    import { redirect, type Handle } from '@sveltejs/kit'
    import { sequence } from '@sveltejs/kit/hooks'
    import { SvelteKitAuth } from '@auth/sveltekit'
    const { handle: authenticate } = SvelteKitAuth({ providers: [] })
    const authorize: Handle = async ({ event, resolve }) => {
      if (event.url.pathname.startsWith('/account') && !(await event.locals.auth())) throw redirect(303, '/signin')
      return resolve(event)
    }
    export const handle: Handle = sequence(authenticate, authorize)`,
  'sveltekit-layout-load': `
    import type { ServerLoad } from '@sveltejs/kit'
    import '@auth/sveltekit'
    export const load: ServerLoad = async event => {
      const session = await event.locals.auth()
      return { session, name: session?.user?.name }
    }`,
  'sveltekit-actions': `
    import type { Actions } from '@sveltejs/kit'
    import { SvelteKitAuth } from '@auth/sveltekit'
    const { signIn, signOut } = SvelteKitAuth({ providers: [] })
    export const actions = { default: signIn } satisfies Actions
    export const leave: Actions = { default: signOut }`,
  'sveltekit-action-errors': `
    import { fail, type Action } from '@sveltejs/kit'
    import { AuthError, CredentialsSignin, SvelteKitAuth } from '@auth/sveltekit'
    const { signIn } = SvelteKitAuth({ providers: [] })
    export const enter: Action = async event => {
      try {
        await signIn(event)
      } catch (error) {
        if (error instanceof CredentialsSignin) return fail(400, { code: error.code })
        if (error instanceof AuthError) return fail(400, { type: error.type })
        throw error
      }
    }`,
  'sveltekit-app-types': `
    import type { DefaultSession, Session } from '@auth/sveltekit'
    export const read = async (locals: App.Locals): Promise<Session | null> => locals.auth()
    export const older = (locals: App.Locals) => locals.getSession()
    export const name = ({ session }: App.PageData) => session?.user?.name
    export type User = DefaultSession['user']`,
  'sveltekit-components': `
    import { SignIn, SignOut } from '@auth/sveltekit/components'
    export { SignIn, SignOut }`,
  'sveltekit-endpoint': `
    import { error, json, type RequestHandler } from '@sveltejs/kit'
    import '@auth/sveltekit'
    export const GET: RequestHandler = async ({ locals }) => {
      const session = await locals.auth()
      if (!session?.user?.email) throw error(401, 'Sign in first')
      return json({ email: session.user.email.toLowerCase() })
    }`,
  'sveltekit-typed-configuration': `
    import { SvelteKitAuth, type SvelteKitAuthConfig } from '@auth/sveltekit'
    import type { Provider } from '@auth/sveltekit/providers'
    import Google, { type GoogleProfile } from '@auth/sveltekit/providers/google'
    const providers: Provider[] = [Google({ profile: (profile: GoogleProfile) => ({ id: profile.sub, name: profile.given_name }) })]
    const config: SvelteKitAuthConfig = { providers, callbacks: { async session({ session, token }) { if (session.user) session.user.id = token.sub!; return session } } }
    export const { handle } = SvelteKitAuth(config)`,

  'solid-route': `
    import { SolidAuth, type SolidAuthConfig } from '@auth/solid-start'
    import GitHub from '@auth/core/providers/github'
    export const config: SolidAuthConfig = { providers: [GitHub({ clientId: process.env.GITHUB_ID, clientSecret: process.env.GITHUB_SECRET })], debug: false }
    export const { GET, POST } = SolidAuth(config)`,
  'solid-session': `
    import { getSession, type Session, type SolidAuthConfig } from '@auth/solid-start'
    declare const config: SolidAuthConfig
    export const read = async (request: Request) => (await getSession(request, config))?.user?.name
    export const typed = (request: Request): Promise<Session | null> => getSession(request, { providers: [] })`,
  'solid-prefix': `
    import { SolidAuth } from '@auth/solid-start'
    import Discord from '@auth/solid-start/providers/discord'
    export const { GET, POST } = SolidAuth({ prefix: '/auth', basePath: '/auth', trustHost: true, providers: [Discord],
      callbacks: { session({ session, token }) { if (session.user) session.user.id = token.sub ?? ''; return session } } })`,
  'solid-errors': `
    import { AuthError, CredentialsSignin, customFetch } from '@auth/solid-start'
    export const explain = (error: unknown) => (error instanceof CredentialsSignin ? error.code : error instanceof AuthError ? error.type : null)
    export const key: symbol = customFetch`,

  'core-hono': `
    import { Auth, type AuthConfig } from '@auth/core'
    import type { Session } from '@auth/core/types'
    export async function readSession(request: Request, config: AuthConfig) {
      const url = new URL('/auth/session', request.url)
      const response = await Auth(new Request(url, { headers: { cookie: request.headers.get('cookie') ?? '' } }), config)
      return (await response.json()) as Session | null
    }`,
  'core-raw': `
    import { Auth, type AuthConfig, raw, skipCSRFCheck } from '@auth/core'
    export async function act(request: Request, config: Omit<AuthConfig, 'raw'>) {
      const result = await Auth(request, { ...config, raw, skipCSRFCheck })
      for (const { name, value, options } of result.cookies ?? []) console.log(name, value, options.maxAge)
      return [result.redirect, result.status, result.headers, result.body]
    }`,
  'core-is-action': `
    import { createActionURL, isAuthAction, setEnvDefaults, type AuthConfig } from '@auth/core'
    const config: AuthConfig = { providers: [] }
    setEnvDefaults(process.env, config)
    export const isAction = (action: string) => isAuthAction(action)
    export const url = (headers: Headers) => createActionURL('signin', 'https', headers, process.env, config)`,
  'core-types': `
    import type { Account, Awaitable, CookieOption, CookiesOptions, DefaultSession, DefaultUser, LoggerInstance, PagesOptions, Profile, PublicProvider, ResponseInternal, Session, TokenSet, User } from '@auth/core/types'
    export const account: Account = { provider: 'github', providerAccountId: '1', type: 'oauth', access_token: 'a', expires_at: 1 }
    export const user: User = { id: '1', name: null, email: undefined }
    export const pages: Partial<PagesOptions> = { signIn: '/login' }
    export const cookies: Partial<CookiesOptions> = { sessionToken: { name: 's', options: {} } satisfies CookieOption }
    export const logger: LoggerInstance = { error: () => {}, warn: () => {}, debug: () => {} }
    export const tokens: TokenSet = { access_token: 'a', token_type: 'bearer' }
    export type All = [Awaitable<Session>, DefaultSession, DefaultUser, Profile, PublicProvider, ResponseInternal]`,
  'core-errors': `
    import { AccessDenied, AdapterError, AuthError, CallbackRouteError, CredentialsSignin, EmailSignInError, InvalidCallbackUrl, InvalidCheck, JWTSessionError, MissingAdapter, MissingSecret, OAuthAccountNotLinked, OAuthCallbackError, SessionTokenError, SignInError, SignOutError, UnknownAction, UnsupportedStrategy, UntrustedHost, Verification } from '@auth/core/errors'
    export const classes = [AccessDenied, AdapterError, CallbackRouteError, CredentialsSignin, EmailSignInError, InvalidCallbackUrl, InvalidCheck, JWTSessionError, MissingAdapter, MissingSecret, OAuthAccountNotLinked, OAuthCallbackError, SessionTokenError, SignInError, SignOutError, UnknownAction, UnsupportedStrategy, UntrustedHost, Verification]
    export const thrown = new AccessDenied('no', { cause: new Error('why') } as never)
    export const explain = (error: AuthError) => [error.type, error.message, error.cause?.err?.stack, error.cause?.provider]`,
}
