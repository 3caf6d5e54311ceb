export const readSession = event => event.context.auth.getSession()

export async function rejectVisitor(event) {
  return (await event.context.auth.requireAuth()).response
}
