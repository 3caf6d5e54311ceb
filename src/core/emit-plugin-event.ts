import { toError } from '../base/to-error.js'
import { InvalidConfig } from '../errors.js'
import { toPublicActor } from '../sessions/session-token.js'
import type { JsonObject } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { Actor } from '../types/evidence.js'
import type { Plugin } from '../types/plugin.js'

interface PluginEvent {
  readonly type: string
  readonly data: JsonObject
}

/** Emits an event of a plugin. @throws InvalidConfig if the plugin does not declare its type */
export async function emitPluginEvent(
  ctx: Context,
  { id, eventTypes = [] }: Plugin,
  { type, data }: PluginEvent,
): Promise<void> {
  if (!eventTypes.includes(type))
    throw new InvalidConfig(
      `The plugin "${id}" emitted the event "${type}". Add it to the \`eventTypes\` of the plugin.`,
    )
  const act = await findActor(ctx)
  const event = { plugin: id, type, at: new Date(), data, ...toPublicActor(act) }
  await ctx.settings.emit('pluginEvent', event, ctx)
}

/** A trail of events says who acted as a user. */
async function findActor(ctx: Context): Promise<Actor | undefined> {
  const { settings, services } = ctx
  if (!settings.plugins.some(({ impersonatesUsers }) => impersonatesUsers)) return undefined
  try {
    return (await services.sessionStrategy.getCurrentSession(ctx))?.act
  } catch (error) {
    settings.logger.error(toError(error))
    return undefined
  }
}
