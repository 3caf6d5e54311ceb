import { Router } from 'express'
import { requireSession } from '../middleware/require-session.js'
import { withGuardSetting } from '../test-settings.js'

export const pages = Router()

pages.get('/', (_req, res) => res.render('home'))

// Guarded in app.js and again here, so the page stays guarded if app.js changes.
pages.get('/protected', withGuardSetting('page', requireSession), (_req, res) => res.render('protected'))

// Guarded only here.
pages.get('/account', requireSession, (_req, res) => res.render('account'))

pages.get('/client', (_req, res) => res.render('client'))

pages.get('/me', (_req, res) => res.json({ email: res.locals.session?.user?.email ?? null }))
