/** The name under which apps that move in look for it: signing in with a passkey is `signIn` of the client. */
export { signIn } from './client.js'
