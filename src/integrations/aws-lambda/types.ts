import type { Session } from '../../types/session.js'
import type { GuardedAuthFunctions } from '../shared/request-auth.js'

type Values<T> = { readonly [name: string]: T | undefined }

/** An event of payload format 2.0: of an HTTP API or a Function URL. */
export interface LambdaEventV2 {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly cookies?: readonly string[] | undefined
  readonly headers: Values<string>
  readonly body?: string | undefined
  readonly isBase64Encoded: boolean
  readonly requestContext: {
    readonly domainName: string
    readonly stage?: string | undefined
    readonly http: { readonly method: string; readonly sourceIp: string }
  }
}

/** An event of payload format 1.0: of a REST API, an HTTP API with that format, or an Application Load Balancer. */
export interface LambdaEventV1 {
  readonly httpMethod: string
  readonly path: string
  readonly headers?: Values<string> | null | undefined
  readonly multiValueHeaders?: Values<readonly string[]> | null | undefined
  readonly queryStringParameters?: Values<string> | null | undefined
  readonly multiValueQueryStringParameters?: Values<readonly string[]> | null | undefined
  readonly body: string | null
  readonly isBase64Encoded: boolean
  readonly requestContext: {
    readonly domainName?: string | undefined
    readonly path?: string | undefined
    readonly stage?: string | undefined
    readonly identity?: { readonly sourceIp: string } | undefined
    /** Only an Application Load Balancer sets it. */
    readonly elb?: object | undefined
  }
}

/** The event of an HTTP request. */
export type LambdaEvent = LambdaEventV1 | LambdaEventV2

type HeaderValue = string | number | boolean

/** The result of a function, in either payload format. */
export interface LambdaResult {
  statusCode: number
  headers: Record<string, HeaderValue>
  /** Payload format 2.0. */
  cookies?: string[]
  /** Payload format 1.0. */
  multiValueHeaders?: Record<string, HeaderValue[]>
  body: string
  isBase64Encoded: boolean
}

/** What a handler returns: a result with a `statusCode`, or a value that is sent as JSON with status 200, as in payload format 2.0. */
export interface LambdaResponse<Body = string> {
  readonly statusCode?: number | undefined
  readonly headers?: Values<HeaderValue> | undefined
  readonly multiValueHeaders?: Values<readonly HeaderValue[]> | undefined
  readonly cookies?: readonly string[] | undefined
  readonly body?: Body | undefined
  readonly isBase64Encoded?: boolean | undefined
}

/** A body that is sent while it is created. */
export type LambdaStreamBody = string | AsyncIterable<string | Uint8Array>

/**
 * The authentication of one request. `getSession` throws `SessionUnavailable`, and `requireAuth` a `LambdaResponseError`. If you do not catch
 * them, the response has status 503, or is the redirect of a page, or has status 401 for an API.
 */
export interface LambdaRequestAuth<S = Session, Api = object>
  extends GuardedAuthFunctions<S, LambdaResult, Api> {}
