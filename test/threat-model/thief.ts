import { ada, origin, sessionCookie } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { findPending, isSignedInAsOwner, signInByEmail, signInWithPasskey } from './set-ups.js'
import type { AuthenticatorApp, World } from './world.js'

/** What a thief stole. */
export interface Loot {
  readonly password?: string
  readonly mailbox?: true
  readonly authenticatorApp?: AuthenticatorApp
  readonly recoveryCodes?: readonly string[]
  /** The device with the passkey. */
  readonly device?: { readonly hasPin: boolean }
  /** The `pending` of a sign-in that waits. Its cookie is in the browser of the thief. */
  readonly pending?: string | undefined
  /** The texts of all rows. */
  readonly rows?: readonly string[]
  /** Makes a session token, with a stolen secret. */
  readonly forge?: () => Promise<string>
}

/** A thief, with a browser. */
export interface Thief {
  readonly visit: Visitor
  readonly loot: Loot
  /** The newest sign-in that waits. */
  pending: string | undefined
}

/** Sends a thief to the world. */
export function createThief(world: World, loot: Loot): Thief {
  return { visit: world.open(), loot, pending: loot.pending }
}

/** Copies cookies to another browser, by their names. */
export function copyCookies(from: Visitor, to: Visitor, isCopied: (name: string) => boolean): void {
  for (const { name, value } of from.jar.cookies()) if (isCopied(name)) setCookie(to, name, value)
}

/** Sets a cookie by hand. */
function setCookie({ jar }: Visitor, name: string, value: string): void {
  jar.set(origin, `${name}=${value}; Secure; HttpOnly; Path=/`)
}

/** Signs in with the stolen thing, if that is possible. @returns whether the thief is signed in as the owner */
export async function enter(world: World, thief: Thief): Promise<boolean> {
  const { visit, loot } = thief
  if (loot.password !== undefined)
    follow(thief, await visit.signInWithCredentials({ email: ada.email, password: loot.password }))
  if (loot.mailbox) follow(thief, await signInByEmail(world, visit))
  if (loot.device) follow(thief, await signInWithPasskey(visit, world.device, loot.device.hasPin))
  if (loot.forge) setCookie(visit, sessionCookie, await loot.forge())
  for (const text of loot.rows ?? []) {
    if (await isSignedInAsOwner(visit)) break
    await tryText(visit, text)
  }
  return isSignedInAsOwner(visit)
}

function follow(thief: Thief, response: Response): void {
  thief.pending = findPending(thief.visit, response) ?? thief.pending
}

/** Uses a text of a row as the token of a session and of a magic link. */
async function tryText(visit: Visitor, text: string): Promise<void> {
  await visit.get(`/auth/callback/mail?${new URLSearchParams({ token: text, email: ada.email })}`)
  setCookie(visit, sessionCookie, encodeURIComponent(text))
}
