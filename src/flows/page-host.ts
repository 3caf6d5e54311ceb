import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { getFlow } from './index.js'

/** Warns of each provider on a page that does not work on the host of the page. Called in development only. */
export async function warnOfPageHost(ctx: Context, providers: Iterable<ResolvedProvider>): Promise<void> {
  for (const provider of providers) await getFlow(provider).warnOfPageHost?.(ctx, provider)
}
