export type { BrowserCookie } from './browser-cookie.js'
export type { AuthMethod } from './provider/client.js'
export {
  type InMemoryProvider,
  type InMemoryProviderOptions,
  inMemoryProvider,
  type ProviderChoice,
} from './provider/in-memory.js'
export type { Algorithm } from './provider/keys.js'
export type { ProviderUser } from './provider/user.js'
export { type SignedIn, type SignInAs, signInAs } from './sign-in-as.js'
