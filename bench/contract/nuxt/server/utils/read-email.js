import { readSession } from '#integration'

export async function readEmail(event) {
  return (await readSession(event))?.user?.email ?? 'visitor'
}
