import type { TanStackStartAuthResult, TanStackStartRequestAuth } from 'latchkey/tanstack-start'

type Respond<S, Api> = (auth: TanStackStartRequestAuth<S, Api>) => Promise<Response>

/** Runs the middleware as TanStack Start does for a server route: a thrown response is sent, and an error has its own status. */
export async function runRequestMiddleware<S, Api>(
  { authenticate }: Pick<TanStackStartAuthResult<S, Api>, 'authenticate'>,
  request: Request,
  respond: Respond<S, Api>,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  const args = { request, pathname, handlerType: 'router' } as const
  try {
    return (await authenticate(args, async auth => ({ response: await sendThrown(respond(auth)) }))).response
  } catch (error) {
    const { status = 500, headers = {} } = error as { status?: number; headers?: HeadersInit }
    return new Response(null, { status, headers })
  }
}

function sendThrown(responding: Promise<Response>): Promise<Response> {
  return responding.catch((error: unknown) => {
    if (error instanceof Response) return error
    throw error
  })
}
