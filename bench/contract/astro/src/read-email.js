import { readSession } from '#auth'

export async function readEmail(context) {
  return (await readSession(context))?.user?.email ?? 'visitor'
}
