import type { LambdaResult } from 'latchkey/aws-lambda'
import type { Service } from './events.js'

/** The part of a result that is no body. */
export type ResultHead = Partial<Omit<LambdaResult, 'body'>>

/**
 * Creates the response to a browser from a result, as the service does. Each ignores what its format does not have: payload format 2.0 the
 * lists, format 1.0 `cookies`, and a load balancer with multi-value headers also `headers`.
 */
export function createResponse(service: Service, head: ResultHead, body: BodyInit | null): Response {
  const { statusCode: status = 200, headers = {}, multiValueHeaders = {}, cookies = [] } = head
  const isFormatTwo = service === 'HTTP API' || service === 'Function URL'
  const response = new Response(status === 204 || status === 304 ? null : body, { status })
  if (service !== 'load balancer')
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, String(value))
  if (isFormatTwo) for (const line of cookies) response.headers.append('set-cookie', line)
  else
    for (const [name, values] of Object.entries(multiValueHeaders)) {
      response.headers.delete(name)
      for (const value of values) response.headers.append(name, String(value))
    }
  return response
}

/** Creates the response to a browser from a whole result. */
export function toResponse(service: Service, { body, ...head }: LambdaResult): Response {
  return createResponse(service, head, head.isBase64Encoded ? Buffer.from(body, 'base64') : body)
}
