import { type Client, createClient } from './create-client.js'
import { isOnServer } from './page-lifecycle.js'

/** One client for each base path, so that all callers share requests and the CSRF token. */
const sharedClients = new Map<string, Client>()

/** Returns the client for `basePath`. On a server each call creates one, because requests of several users must not mix. */
export function getSharedClient(basePath: string): Client {
  const created = createClient({ basePath })
  if (isOnServer()) return created
  const client = sharedClients.get(created.authUrl) ?? created
  sharedClients.set(created.authUrl, client)
  return client
}
