import { NuxtAuthHandler } from '#auth'
import { defineEventHandler } from '#imports'
import { getConfig } from './sidebase-config.js'

export default defineEventHandler(event => NuxtAuthHandler(getConfig())(event))
