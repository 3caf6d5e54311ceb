import { addAfterVariable, addImport, applySourceEdits } from '../edit-source.js'
import { findImportSuffix, toRelativeImport } from '../import-path.js'
import { renderConstant, renderModule } from '../render-module.js'
import { sourcePath } from '../source-path.js'
import type { StartFramework } from '../start-types.js'

export const express: StartFramework = {
  name: 'Express',
  dependency: 'express',
  basePath: '/auth',
  port: 3000,
  guide: 'frameworks/express',
  environmentFile: '.env',
  importSuffix: '.js',
  newApp: {
    createCommands: ['npm init -y && npm pkg set type=module'],
    packages: ['express', 'tsx'],
    startCommand: 'npx tsx --env-file=.env app.ts',
    variables: [['NODE_ENV', 'development']],
    createFiles: () => [
      {
        path: 'app.ts',
        language: 'ts',
        text: `import express from 'express'
import { ExpressAuth, getSession } from 'latchkey/express'
import { authConfig } from './auth.js'

const app = express()
app.use('/auth', ExpressAuth(authConfig))

app.get('/', async (req, res) => {
  const session = await getSession(req, authConfig)
  const link = session ? '<a href="/auth/signout">Sign out</a>' : '<a href="/auth/signin">Sign in</a>'
  res.set('cache-control', 'no-store').type('html').send(link)
})

app.listen(3000)
`,
      },
    ],
  },
  getAuthPath: ({ sourceFolder, extension }) => `${sourceFolder}auth.${extension}`,
  createFiles: (config, { sourceFolder, extension }) => [
    {
      path: `${sourceFolder}auth.${extension}`,
      language: extension,
      text: renderModule(config, {
        imports: extension === 'ts' ? ["import type { ExpressAuthConfig } from 'latchkey/express'"] : [],
        open: renderConstant(
          { name: 'authConfig', type: 'ExpressAuthConfig', module: 'latchkey/express' },
          extension,
        ),
        close: '}',
        extension,
      }),
    },
  ],
  edits: [
    {
      path: sourcePath,
      change: ({ path, source }, authPath) =>
        applySourceEdits(path, source, [
          addImport("import { ExpressAuth } from 'latchkey/express'"),
          addImport(
            `import { authConfig } from '${toRelativeImport(path, authPath, findImportSuffix(source))}'`,
          ),
          addAfterVariable('express', app => `${app}.use('/auth', ExpressAuth(authConfig))`),
        ]),
      instruction: authPath =>
        `Before your routes: \`app.use('/auth', ExpressAuth(authConfig))\`, with \`ExpressAuth\` of \`latchkey/express\` and \`authConfig\` of ${authPath}.`,
    },
  ],
}
