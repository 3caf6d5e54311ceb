import { type Client, createClient } from './create-client.js'
import { isOnServer } from './occasions.js'

/** One for each server that a page has, so that all who ask share requests and the CSRF token. */
const clients = new Map<string, Client>()

/** The client of this page for the server at `basePath`. On a server nothing is kept: its visitors are many. */
export function clientAt(basePath: string): Client {
  if (isOnServer()) return createClient({ basePath })
  const client = clients.get(basePath) ?? createClient({ basePath })
  clients.set(basePath, client)
  return client
}
