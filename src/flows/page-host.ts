import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { getFlow } from './index.js'

/** In development, warns of each provider on a page that does not work on the host of the page. */
export async function warnOfPageHost(ctx: Context, providers: Iterable<ResolvedProvider>): Promise<void> {
  if (!isDevelopment(getRuntimeEnvironment())) return
  for (const provider of providers) await getFlow(provider).warnOfPageHost?.(ctx, provider)
}
