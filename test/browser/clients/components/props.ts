import type { PublicProvider, Session } from 'latchkey/types'

/** What the page of a test shows. The server serializes it into the page. */
export interface PageProps {
  /** Null for a visitor. Left out: the browser requests it. */
  readonly session?: Session | null
  /** The component below the header. */
  readonly view: 'none' | 'sign-in' | 'profile' | 'sessions'
  /** Providers that the server has read. */
  readonly providers?: readonly PublicProvider[]
  /** Shows the texts of another language. */
  readonly language?: 'de'
}

/** Texts of an app in German. */
export const german = {
  userButton: {
    menu: 'Konto von {name}',
    account: 'Konto verwalten',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
  },
  signIn: { heading: 'Anmelden', errors: { CredentialsSignin: 'Das stimmt nicht.' } },
}

/** Returns whether a user is of the company. */
export function isStaff({ user }: Session): boolean {
  return user?.email?.endsWith('@acme.example') ?? false
}
