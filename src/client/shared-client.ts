import { type Client, createClient } from './create-client.js'
import { isOnServer } from './page-lifecycle.js'

/** One for each server that a page has, so that all who ask share requests and the CSRF token. */
const sharedClients = new Map<string, Client>()

/** The client of this page for the server at `basePath`. On a server nothing is kept: its visitors are many. */
export function getSharedClient(basePath: string): Client {
  if (isOnServer()) return createClient({ basePath })
  const client = sharedClients.get(basePath) ?? createClient({ basePath })
  sharedClients.set(basePath, client)
  return client
}
