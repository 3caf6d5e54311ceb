/** A module that compiles against Auth.js and not against Latchkey. */
interface ExceptionSnippet {
  /** The first cell of the row of docs/differences.md that has the reason. */
  readonly row: string
  /** A comment such as `// TS2322: not assignable` expects an error in the next line. */
  readonly text: string
  /** Whether the module compiles without `strict`. */
  readonly isStrictOnly?: true
}

/** The exceptions by title. */
export const exceptionSnippets: Readonly<Record<string, ExceptionSnippet>> = {
  'exception-factory-without-options': {
    row: 'type of `providers` with a factory that cannot be called without options, such as `Bungie`',
    text: `
      import NextAuth from 'next-auth'
      import Bungie from 'next-auth/providers/bungie'
      // TS2322: not assignable to type 'Provider'
      export default NextAuth({ providers: [Bungie] })`,
  },
  'exception-base-url.tsx': {
    row: '`baseUrl` of `SessionProvider`',
    text: `
      import { SessionProvider } from 'next-auth/react'
      // TS2322: Property 'baseUrl' does not exist
      export const App = () => <SessionProvider baseUrl="https://app.example">{null}</SessionProvider>`,
  },
  'exception-inferred-session': {
    row: 'type of the session of `auth()`',
    text: `
      import NextAuth from 'next-auth'
      export const { auth } = NextAuth({ providers: [], callbacks: { session: ({ session }) => ({ user: { name: session.user.name }, expires: session.expires }) } })
      // TS2339: Property 'email' does not exist
      export const read = async () => (await auth())?.user?.email`,
  },
  'sveltekit-locals-functions': {
    row: '`locals.signIn`, `locals.signOut`',
    text: `
      import '@auth/sveltekit'
      // TS2339: Property 'signIn' does not exist
      export const enter = (locals: App.Locals) => locals.signIn('github')`,
  },
  'exception-optional-claim': {
    row: 'type of a member that the service may leave out of the profile',
    isStrictOnly: true,
    text: `
      import Keycloak from 'next-auth/providers/keycloak'
      // TS18048: 'profile.name' is possibly 'undefined'
      export const provider = Keycloak({ profile: profile => ({ id: profile.sub, name: profile.name.trim() }) })`,
  },
  'exception-wrong-claim-type': {
    row: 'type of a member that Auth.js declares wrongly',
    text: `
      import MicrosoftEntraID from 'next-auth/providers/microsoft-entra-id'
      // TS2339: Property 'getTime' does not exist on type 'number'
      export const provider = MicrosoftEntraID({ profile: profile => ({ id: String(profile.exp.getTime()) }) })`,
  },
}
