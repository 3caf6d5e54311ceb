/** The entry point of Auth.js for passkeys, for apps that migrate. `signIn` of the client supports passkeys. */
export { signIn } from './client.js'
