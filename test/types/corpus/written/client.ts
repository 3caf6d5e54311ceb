/** Modules for the browser: sessions, sign-in and sign-out in React, SvelteKit and SolidStart. */
export const clientSnippets: Readonly<Record<string, string>> = {
  'client-provider.tsx': `
    import type { ReactNode } from 'react'
    import type { Session } from 'next-auth'
    import { SessionProvider } from 'next-auth/react'
    export function Providers({ children, session }: { children: ReactNode; session: Session | null | undefined }) {
      return (
        <SessionProvider session={session} basePath="/api/auth" refetchInterval={5 * 60} refetchOnWindowFocus={false} refetchWhenOffline={false}>
          {children}
        </SessionProvider>
      )
    }`,
  'client-app.tsx': `
    import type { AppProps } from 'next/app'
    import type { Session } from 'next-auth'
    import { SessionProvider } from 'next-auth/react'
    export default function App({ Component, pageProps: { session, ...pageProps } }: AppProps<{ session: Session }>) {
      return <SessionProvider session={session}><Component {...pageProps} /></SessionProvider>
    }`,
  'client-app-untyped.tsx': `
    import type { AppProps } from 'next/app'
    import { SessionProvider } from 'next-auth/react'
    export default function App({ Component, pageProps: { session, ...pageProps } }: AppProps) {
      return <SessionProvider session={session}><Component {...pageProps} /></SessionProvider>
    }`,
  'client-required.tsx': `
    import { useSession } from 'next-auth/react'
    export function Account() {
      const { status, data: session } = useSession({ required: true, onUnauthenticated() { location.href = '/login' } })
      if (status === 'loading') return <p>Loading</p>
      return <p>{session.user?.name} until {session.expires}</p>
    }`,
  'client-status.tsx': `
    import { signIn, signOut, useSession } from 'next-auth/react'
    export function Menu() {
      const { data: session, status, update } = useSession()
      if (status === 'authenticated') return (
        <>
          <p>{session.user?.email}</p>
          <button onClick={() => update({ name: 'Ada' })}>Rename</button>
          <button onClick={() => update()}>Read again</button>
          <button onClick={() => signOut({ callbackUrl: '/' })}>Sign out</button>
        </>
      )
      return <button onClick={() => signIn()}>Sign in</button>
    }`,
  'client-event-handlers.tsx': `
    import { signIn, signOut } from 'next-auth/react'
    export const Buttons = () => (
      <div>
        <button onClick={() => void signIn('google', { callbackUrl: '/welcome' }, { login_hint: 'ada@harbor.example' })}>Google</button>
        <button onClick={async () => { await signOut({ redirect: false }) }}>Leave</button>
        <button onClick={true ? () => void signOut() : () => void signIn()}>Toggle</button>
      </div>
    )`,
  'client-credentials': `
    import { signIn, type SignInResponse } from 'next-auth/react'
    export async function enter(email: string, password: string) {
      const response: SignInResponse | undefined = await signIn('credentials', { email, password, redirect: false })
      if (!response?.ok) return response?.error ?? response?.code
      return response.url
    }`,
  'client-credentials-handled': `
    import { signIn } from 'next-auth/react'
    export const enter = (password: string) =>
      signIn('credentials', { password, redirect: false }).then(({ ok, error, status, url }) => (ok ? url : [error, status].join()))`,
  'client-dynamic-redirect': `
    import { signIn, signOut } from 'next-auth/react'
    export async function enter(values: { email: string }, target: string | null) {
      await signIn('email', { ...values, redirectTo: target ?? '/' })
      const { url } = await signOut({ redirect: false, redirectTo: '/bye' })
      return url
    }`,
  'client-providers': `
    import { getCsrfToken, getProviders, getSession } from 'next-auth/react'
    export async function load() {
      const providers = await getProviders()
      const buttons = Object.values(providers ?? {}).map(({ id, name, type, signinUrl, callbackUrl }) => ({ id, name, type, signinUrl, callbackUrl }))
      const token: string | undefined = await getCsrfToken()
      const session = await getSession({ broadcast: false })
      return { buttons, token, google: providers?.google?.name, email: session?.user?.email }
    }`,
  'client-server-data': `
    import type { InferGetServerSidePropsType } from 'next'
    import { getCsrfToken, getProviders } from 'next-auth/react'
    export async function getServerSideProps() {
      return { props: { providers: await getProviders(), csrfToken: await getCsrfToken() } }
    }
    export const list = ({ providers }: InferGetServerSidePropsType<typeof getServerSideProps>) => providers && Object.values(providers).map(p => p.name)`,
  'client-types': `
    import type { SessionContextValue, SessionProviderProps, SignInAuthorizationParams, SignInOptions, SignOutParams, UpdateSession } from 'next-auth/react'
    export const options: SignInOptions = { redirectTo: '/', email: 'ada@harbor.example' }
    export const out: SignOutParams = { redirectTo: '/' }
    export const parameters: SignInAuthorizationParams = [['prompt', 'none']]
    export const rename: UpdateSession = async data => data
    export const empty: SessionContextValue = { data: null, status: 'unauthenticated', update: rename }
    export const props: SessionProviderProps = { children: null, session: null, basePath: '/auth' }`,
  'client-context.tsx': `
    import { useContext } from 'react'
    import { SessionContext } from 'next-auth/react'
    export function Name() {
      const value = useContext(SessionContext)
      return <p>{value?.data?.user?.name}</p>
    }
    export const Fake = () => (
      <SessionContext.Provider value={{ data: null, status: 'unauthenticated', update: async () => null }}>{null}</SessionContext.Provider>
    )`,
  'client-mocked-session': `
    import type { Session } from 'next-auth'
    export const session: Session = { expires: '2030-01-01', user: { id: '1', name: 'Ada', email: 'ada@harbor.example', image: null } }
    export const minimal: Session = { expires: new Date(0).toISOString() }
    export const isAda = ({ user }: Session) => user?.email === 'ada@harbor.example'`,
  'client-passkey.tsx': `
    import { useSession } from 'next-auth/react'
    import { signIn } from 'next-auth/webauthn'
    export function Passkeys() {
      const { status } = useSession()
      if (status === 'authenticated') return <button onClick={() => signIn('passkey', { action: 'register' })}>Register</button>
      return <button onClick={() => signIn('passkey')}>Sign in</button>
    }`,
  'sveltekit-client': `
    import { signIn, signOut } from '@auth/sveltekit/client'
    export const enter = () => signIn('github', { redirectTo: '/' }, { prompt: 'login' })
    export const check = async (password: string) => (await signIn('credentials', { password, redirect: false })).error
    export const leave = async () => (await signOut({ redirect: false })).url`,
  'sveltekit-passkey': `
    import { signIn } from '@auth/sveltekit/webauthn'
    export const register = () => signIn('passkey', { action: 'register' })
    export const enter = () => signIn('passkey')`,
  'solid-client': `
    import { signIn, signOut } from '@auth/solid-start/client'
    export const enter = () => signIn('github', { redirectTo: '/' })
    export const check = async (password: string) => (await signIn('credentials', { password, redirect: false })).ok
    export const leave = () => signOut({ callbackUrl: '/', redirect: true })`,
}
