/** The used members of a `node:http` request. Importing Node's types would bind this file to Node. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The used members of a `node:http` response. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body: Uint8Array): unknown
}

/** Handles one request of a Node server. */
export type NodeListener = (req: NodeRequest, res: NodeResponse) => Promise<void>

/** Creates a listener that handles requests with `serve`. The server's URL is assumed to be `issuer`. */
export function createNodeListener(issuer: string, serve: typeof fetch): NodeListener {
  return async (req, res) => {
    const { method = 'GET' } = req
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const headers = Object.entries(req.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const init = { method, headers, body: hasBody ? await readText(req) : null }
    const response = await serve(new URL(req.url ?? '/', issuer), init)
    res.writeHead(response.status, Object.fromEntries(response.headers))
    res.end(new Uint8Array(await response.arrayBuffer()))
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
