import { Router } from 'express'
import { requireSession } from '../middleware/require-session.js'
import { withGuardSetting } from '../test-settings.js'

export const pages = Router()

pages.get('/', (_req, res) => res.render('home'))

// Guarded where the app is put together, and here again: a page that looks itself stays guarded when somebody changes the app.
pages.get('/protected', withGuardSetting('page', requireSession), (_req, res) => res.render('protected'))

// Guarded here alone.
pages.get('/account', requireSession, (_req, res) => res.render('account'))

pages.get('/client', (_req, res) => res.render('client'))
