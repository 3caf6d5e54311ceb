/** Answers with the user that the handler sees. */
export const answerWithUser = defineEventHandler(async event => {
  const session = await event.context.auth.getSession()
  return { user: session?.user?.email ?? 'visitor' }
})
