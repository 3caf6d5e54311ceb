/** Reads the session twice after the response has started. */
export const GET = ({ locals }) => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      for (let read = 0; read < 2; read++) {
        await new Promise(resolve => setTimeout(resolve, 20))
        const session = await locals.auth()
        controller.enqueue(encoder.encode(`${session?.user?.email ?? 'none'} `))
      }
      controller.close()
    },
  })
  return new Response(body)
}
