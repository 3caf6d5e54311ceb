import type { FetchAuthConfig } from 'latchkey/fetch'
import { decode, encode } from './remote-values.js'

/** The settings of an app, as the test sends them. */
export interface AppSettings {
  readonly config: unknown
  /** The URL of the functions of `config`. */
  readonly functions: string
  /** The lines of `integrationCookies`. */
  readonly cookies: readonly string[]
  readonly parsesBodies: boolean
}

/** Where the test finds an app. */
export interface CreatedApp {
  /** The server of the app. The default is the one that created it. */
  readonly origin?: string
  /** The value of the header `x-app`, by which a server of several apps finds it. */
  readonly id?: string
}

/** Decodes the configuration. Its functions call those of the test. */
export function readConfig({ config, functions }: AppSettings): FetchAuthConfig {
  async function call(id: number, args: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify(encode(args, () => null))
    const response = await fetch(`${functions}/${id}`, { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
    return decode(await response.json(), call)
  }
  const decoded = decode(config, call) as FetchAuthConfig
  return { ...decoded, logger: { error: () => {}, warn: () => {} } }
}
