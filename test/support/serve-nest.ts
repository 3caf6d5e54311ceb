import 'reflect-metadata'
import type { Server } from 'node:http'
import type { INestApplication, NestApplicationOptions, Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { ServedIntegration } from 'latchkey/testing'
import { forward } from '../integrations/contract/proxy.js'
import { listen } from './serve.js'

/** The HTTP servers that Nest runs on. */
export const nestPlatforms = ['Express', 'Fastify'] as const

export type NestPlatform = (typeof nestPlatforms)[number]

/** Creates a Nest app, which is not initialized yet. */
export function createNestApp(
  module: Type,
  platform: NestPlatform,
  options: NestApplicationOptions = {},
): Promise<INestApplication> {
  const adapter = platform === 'Express' ? new ExpressAdapter() : new FastifyAdapter()
  return NestFactory.create(module, adapter, { logger: false, abortOnError: false, ...options })
}

/** Serves a Nest app behind a proxy that ends TLS. */
export async function serveNestApp(app: INestApplication): Promise<ServedIntegration> {
  await app.init()
  const adapter = app.getHttpAdapter()
  if (adapter.getType() === 'fastify') await adapter.getInstance().ready()
  const server: Server = app.getHttpServer()
  return forward(await listen(server, 'http'))
}
