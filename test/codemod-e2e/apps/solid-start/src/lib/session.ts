import { getSession, type Session } from '@auth/solid-start'
import { query } from '@solidjs/router'
import { getRequestEvent } from 'solid-js/web'
import { authConfig } from './auth'

export const readSession = query(async (): Promise<Session | null> => {
  'use server'
  const event = getRequestEvent()
  return event ? getSession(event.request, authConfig) : null
}, 'session')
